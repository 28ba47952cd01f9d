import TegataClassifiers
import TegataTraining

/// The poses of `render_hand.py`, and further combinations of fingers.
enum SyntheticPoses {
    static let known: [(String, HandPose)] = [
        ("open_palm", HandPose("ssss", thumb: HandPose.out)),
        ("fist", HandPose("cccc", thumb: HandPose.across)),
        ("pointing_up", HandPose("sccc", thumb: HandPose.holds)),
        ("victory", HandPose("sscc", thumb: HandPose.holds)),
        ("thumb_up", HandPose("cccc", thumb: [(62, 26), (82, 2), (92, -10)], rotation: 90)),
        ("call", HandPose("cccs", thumb: HandPose.side)),
        ("rock", HandPose("sccs", thumb: HandPose.holds)),
        (
            "ok",
            HandPose(
                thumb: [(28, 44), (-14, 37), (-16, 37)],
                fingers: [[2, 50, 49, 34]] + HandPose.straight.dropFirst())
        ),
    ]

    static let unseen: [(String, HandPose)] = [
        ("three", HandPose("sssc", thumb: [(22, 46), (-30, 30), (-78, 14)])),
        ("four", HandPose("ssss", thumb: [(22, 44), (-32, 18), (-68, 6)])),
        ("iloveyou", HandPose("sccs", thumb: HandPose.side)),
        ("thumb_down", HandPose("cccc", thumb: [(62, 26), (82, 2), (92, -10)], rotation: -90)),
        ("claw", HandPose("hhhh", thumb: HandPose.out)),
        ("gun", HandPose("sscc", thumb: HandPose.side)),
        ("middle_three", HandPose("csss", thumb: HandPose.holds)),
        ("pinky", HandPose("cccs", thumb: HandPose.holds)),
    ]

    /// The hand of one image: another person, view and variation of the pose each time.
    static func hand(_ pose: HandPose, people: [Person], _ chance: inout SeededGenerator) -> HandKeyPoints {
        var pose = pose
        for finger in 0..<4 {
            pose.fingers[finger][0] += Double(3 * chance.bell())
            for joint in 1..<4 { pose.fingers[finger][joint] += Double(6 * chance.bell()) }
        }
        for bone in 0..<3 {
            pose.thumb[bone].0 += Double(6 * chance.bell())
            pose.thumb[bone].1 += Double(6 * chance.bell())
        }
        let view = View(
            rotation: Double(chance.uniform(-25, 25)), yaw: Double(chance.uniform(-35, 35)),
            pitch: Double(chance.uniform(-25, 25)),
            center: (Double(chance.uniform(0.35, 0.65)), Double(chance.uniform(0.35, 0.65))),
            scale: Double(chance.uniform(0.25, 0.7)), isLeft: chance.unit() < 0.5)
        let person = people[chance.index(below: people.count)]
        return view.project(person.joints(pose), poseRotation: pose.rotation, noise: 0.008, &chance)
    }

    static func examples(
        _ poses: [(String, HandPose)], count: Int, people: Int, seed: UInt64
    ) -> [PoseExample] {
        var chance = SeededGenerator(seed: seed)
        let people = (0..<people).map { _ in Person(&chance) }
        return poses.enumerated().flatMap { label, pose in
            (0..<count).map { _ in PoseExample(hand: hand(pose.1, people: people, &chance), label: label) }
        }
    }
}

import TegataClassifiers
import TegataTraining

/// Movements of a hand in front of a camera, 30 frames a second.
enum SyntheticActions {
    static let labels = ["background", "wave", "come_here", "go_away", "circle", "pinch_open"]

    private static let open = HandPose("ssss", thumb: HandPose.out)
    private static let pinch = HandPose(
        thumb: [(28, 44), (-14, 37), (-16, 37)], fingers: [[2, 50, 49, 34]] + HandPose.straight.dropFirst())
    private static let bent = HandPose(
        thumb: HandPose.out, fingers: HandPose.straight.map { [$0[0], 70, 40, 20] })
    private static let rest = [open, bent, pinch] + SyntheticPoses.known.map(\.1)

    /// The pose, and the hand's movement and rotation, at `phase` (in turns) of an action.
    private struct Moment {
        var pose = SyntheticActions.open
        var (x, y, rotation, pitch, scale) = (0.0, 0.0, 0.0, 0.0, 1.0)
    }

    private static func moment(_ label: Int, _ phase: Double, _ strength: Double) -> Moment {
        var moment = Moment()
        let swing = sin(phase * 360)
        // Back and forth, one direction faster than the other.
        let sawtooth = phase - phase.rounded(.down)
        switch label {
        case 1:
            moment.rotation = 22 * strength * swing
            moment.x = -0.07 * strength * swing
        case 2:
            // The back of the hand is far away, and the fingers beckon.
            let part = 0.5 - 0.5 * cos(sawtooth * 360)
            moment.pose = open.mixed(bent, part * strength)
            moment.pitch = -20
            moment.y = 0.01 * part
        case 3:
            let part = sawtooth < 0.3 ? sawtooth / 0.3 : 1 - (sawtooth - 0.3) / 0.7
            moment.pitch = 45 - 75 * part * strength
            moment.y = -0.04 * part * strength
            moment.scale = 1 + 0.12 * part * strength
        case 4:
            moment.pose = SyntheticPoses.known[2].1
            moment.x = 0.13 * strength * cos(phase * 360)
            moment.y = 0.13 * strength * swing
        case 5:
            moment.pose = pinch.mixed(open, min(max(0.5 - 0.7 * cos(sawtooth * 360), 0), 1))
        default: break
        }
        return moment
    }

    /// A person in front of a camera.
    private struct Scene {
        var person: Person
        var view: View

        init(_ chance: inout SeededGenerator) {
            person = Person(&chance)
            view = View(
                rotation: Double(chance.uniform(-15, 15)), yaw: Double(chance.uniform(-25, 25)),
                pitch: Double(chance.uniform(-15, 15)),
                center: (Double(chance.uniform(0.35, 0.65)), Double(chance.uniform(0.35, 0.65))),
                scale: Double(chance.uniform(0.2, 0.5)), isLeft: chance.unit() < 0.5)
        }

        func frame(_ moment: Moment, _ chance: inout SeededGenerator) -> HandKeyPoints {
            var view = view
            let sign = view.isLeft ? -1.0 : 1
            view.center.x += sign * moment.x * view.scale / 0.35
            view.center.y += moment.y * view.scale / 0.35
            view.rotation += sign * moment.rotation
            view.pitch += moment.pitch
            view.scale *= moment.scale
            return view.project(
                person.joints(moment.pose), poseRotation: moment.pose.rotation, noise: 0.006, &chance)
        }
    }

    /// A sequence in which a person repeats one action as often as it fits.
    static func sequence(_ label: Int, frames: Int, _ chance: inout SeededGenerator) -> [HandKeyPoints] {
        let scene = Scene(&chance)
        if label == 0 { return idle(frames, scene, &chance) }
        let (start, strength) = (Double(chance.unit()), Double(chance.uniform(0.7, 1.2)))
        let pace = Double(chance.uniform(0.8, 1.6)) / 30
        return (0..<frames).map { scene.frame(moment(label, start + pace * Double($0), strength), &chance) }
    }

    /// A hand that moves between poses and places, rests, scratches, and leaves.
    private static func idle(_ frames: Int, _ scene: Scene, _ chance: inout SeededGenerator) -> [HandKeyPoints] {
        var result: [HandKeyPoints] = []
        func place(_ chance: inout SeededGenerator) -> Moment {
            var moment = Moment()
            moment.pose = rest[chance.index(below: rest.count)]
            moment.pose.rotation = 0
            moment.x = Double(chance.uniform(-0.3, 0.3))
            moment.y = Double(chance.uniform(-0.3, 0.3))
            moment.rotation = Double(chance.uniform(-40, 40))
            moment.pitch = Double(chance.uniform(-30, 30))
            return moment
        }
        var from = place(&chance)
        while result.count < frames {
            let to = place(&chance)
            let length = 5 + chance.index(below: 35)
            let hold = chance.index(below: 45)
            for index in 0..<length + hold {
                let part = min(Double(index) / Double(length), 1)
                let smooth = part * part * (3 - 2 * part)
                var moment = from
                moment.pose = from.pose.mixed(to.pose, smooth)
                moment.x += smooth * (to.x - from.x)
                moment.y += smooth * (to.y - from.y)
                moment.rotation += smooth * (to.rotation - from.rotation)
                moment.pitch += smooth * (to.pitch - from.pitch)
                result.append(scene.frame(moment, &chance))
            }
            from = to
        }
        return Array(result.prefix(frames))
    }

    /// The first part of an action followed by rest, or rest followed by the last part: the windows around actions in a
    /// stream.
    static func transition(frames: Int, _ chance: inout SeededGenerator) -> [HandKeyPoints] {
        let scene = Scene(&chance)
        let label = 1 + chance.index(below: labels.count - 1)
        let (start, pace) = (Double(chance.unit()), Double(chance.uniform(0.8, 1.6)) / 30)
        let active = Int(Float(frames) * chance.uniform(0.1, 0.3))
        let isFirst = chance.unit() < 0.5
        return (0..<frames).map { index in
            let frame = isFirst ? min(index, active) : max(index - (frames - active), 0)
            return scene.frame(moment(label, start + pace * Double(frame), 1), &chance)
        }
    }

    static func examples(count: Int, frames: Int, seed: UInt64) -> [ActionExample] {
        var chance = SeededGenerator(seed: seed)
        return labels.indices.flatMap { label in
            (0..<count).map { number in
                let frames =
                    label == 0 && number % 3 == 2
                    ? transition(frames: frames, &chance) : sequence(label, frames: frames, &chance)
                return ActionExample(frames: frames, label: label)
            }
        }
    }
}

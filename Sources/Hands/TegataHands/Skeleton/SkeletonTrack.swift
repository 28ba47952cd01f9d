/// The pose of a hand in the last frame of a video, and how it moves.
struct SkeletonTrack {
    /// The time after which a hand's movement is forgotten, in seconds.
    private static let memory: Float = 0.15
    /// The share of a new measurement in the speed.
    private static let newShare = 0.65
    /// The share of the speed that a hand is expected to keep. Fingers often stop.
    private static let remaining = 0.9

    private var last: HandPose?
    private var isRight = false
    private var speed: PoseChange?

    init() {}

    /// Returns the pose that is expected `seconds` after the last one; nil if nothing is known.
    func expected(after seconds: Float, _ isRight: Bool) -> HandPose? {
        guard let last, isRight == self.isRight, seconds > 0, seconds < Self.memory else { return nil }
        guard let speed else { return last }
        return last.changed(speed * (Self.remaining * Double(seconds)))
    }

    /// Returns the pose in which the hand will be `seconds` after the last one if it keeps its speed; nil if the speed is
    /// unknown.
    func predicted(after seconds: Double) -> HandPose? {
        guard let last, let speed else { return nil }
        return last.changed(speed * seconds)
    }

    /// Records a pose, `seconds` after the last one.
    mutating func add(_ pose: HandPose, after seconds: Float, _ isRight: Bool) {
        if let last, isRight == self.isRight, seconds > 0, seconds < Self.memory {
            let now = PoseChange(from: last, to: pose) * (1 / Double(seconds))
            speed = speed.map { $0 * (1 - Self.newShare) + now * Self.newShare } ?? now
        } else {
            speed = nil
        }
        last = pose
        self.isRight = isRight
    }

    /// Forgets the hand.
    mutating func reset() { (last, speed) = (nil, nil) }
}

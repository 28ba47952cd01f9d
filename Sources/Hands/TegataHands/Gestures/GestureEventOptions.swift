/// When gestures of a video begin and end.
public struct GestureEventOptions: Sendable, Equatable {
    /// For how long a hand must make a gesture before it begins.
    public var dwellMilliseconds: Int
    /// For how long a hand must not make its gesture, or must be out of sight, before it ends.
    public var releaseMilliseconds: Int
    /// The score below which a gesture does not count here.
    public var minimumScore: Float

    /// Times and a score; by default a gesture begins and ends after 150 ms.
    public init(dwellMilliseconds: Int = 150, releaseMilliseconds: Int = 150, minimumScore: Float = 0) {
        self.dwellMilliseconds = dwellMilliseconds
        self.releaseMilliseconds = releaseMilliseconds
        self.minimumScore = minimumScore
    }
}

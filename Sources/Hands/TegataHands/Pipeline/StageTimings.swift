import CTegataShims

/// Nanoseconds of each stage for one picture, over all hands; 0 where a stage did not run or the system has no clock.
public struct StageTimings: Sendable, Equatable {
    /// From pixels to the palm detector's input.
    public internal(set) var palmImage: UInt64 = 0
    /// The palm detector.
    public internal(set) var palmNetwork: UInt64 = 0
    /// From the palm detector's output to rectangles.
    public internal(set) var palmDecoding: UInt64 = 0
    /// From pixels to the landmark network's input.
    public internal(set) var handImages: UInt64 = 0
    /// The landmark network.
    public internal(set) var handNetwork: UInt64 = 0
    /// From the landmark network's output to hands.
    public internal(set) var handDecoding: UInt64 = 0
    /// From hands to gestures.
    public internal(set) var gestures: UInt64 = 0
    /// All of it.
    public internal(set) var total: UInt64 = 0

    package init() {}
}

/// How long `body` takes.
func nanoseconds(of body: () -> Void) -> UInt64 {
    let start = tegata_monotonic_nanoseconds()
    body()
    return tegata_monotonic_nanoseconds() - start
}

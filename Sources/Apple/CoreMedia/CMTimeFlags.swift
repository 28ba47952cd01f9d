/// What a time is.
public struct CMTimeFlags: OptionSet, Sendable, Hashable {
    /// One bit for each flag.
    public let rawValue: UInt32

    /// Flags by their bits.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// The time means something; every other flag needs this one.
    public static let valid = CMTimeFlags(rawValue: 1 << 0)
    /// The time is not exactly what was computed.
    public static let hasBeenRounded = CMTimeFlags(rawValue: 1 << 1)
    /// After all times that are numbers.
    public static let positiveInfinity = CMTimeFlags(rawValue: 1 << 2)
    /// Before all times that are numbers.
    public static let negativeInfinity = CMTimeFlags(rawValue: 1 << 3)
    /// Not known yet, as the duration of a live broadcast.
    public static let indefinite = CMTimeFlags(rawValue: 1 << 4)
    /// The flags of times whose value and time scale say nothing.
    public static let impliedValueFlagsMask: CMTimeFlags = [.positiveInfinity, .negativeInfinity, .indefinite]
}

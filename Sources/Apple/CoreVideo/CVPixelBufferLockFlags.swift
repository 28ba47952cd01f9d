/// Flags of Core Video's functions.
public typealias CVOptionFlags = UInt64

/// How memory is going to be used while it is locked.
public struct CVPixelBufferLockFlags: OptionSet, Sendable {
    /// One bit for each flag.
    public let rawValue: CVOptionFlags

    /// Flags by their bits.
    public init(rawValue: CVOptionFlags) {
        self.rawValue = rawValue
    }

    /// The memory is not going to be written; not looked at here.
    public static let readOnly = CVPixelBufferLockFlags(rawValue: 1)
}

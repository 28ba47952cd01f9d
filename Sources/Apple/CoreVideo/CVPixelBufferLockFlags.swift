/// Flags of Core Video's functions.
public typealias CVOptionFlags = UInt64

/// How memory is going to be used while it is locked.
public struct CVPixelBufferLockFlags: OptionSet, Sendable {
    public let rawValue: CVOptionFlags

    public init(rawValue: CVOptionFlags) {
        self.rawValue = rawValue
    }

    public static let readOnly = CVPixelBufferLockFlags(rawValue: 1)
}

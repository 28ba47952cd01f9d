/// A stand-in for AVFoundation's kinds of media.
public struct AVMediaType: RawRepresentable, Hashable, Sendable {
    /// Four letters.
    public var rawValue: String

    /// A kind by its four letters.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A kind by its four letters.
    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// Pictures, the only kind that devices have here.
    public static let video = AVMediaType("vide")
    /// Sound.
    public static let audio = AVMediaType("soun")
    /// Sound and pictures in one.
    public static let muxed = AVMediaType("muxx")
    /// Data about other media.
    public static let metadata = AVMediaType("meta")
    /// Text.
    public static let text = AVMediaType("text")
    /// How far away things are.
    public static let depthData = AVMediaType("dpth")
}

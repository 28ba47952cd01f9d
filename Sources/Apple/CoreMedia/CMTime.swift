@_exported import CoreVideo

/// A stand-in for Core Media's times: a number of ticks, and how many of them are a second.
public struct CMTime: Sendable, Hashable {
    public var value: Int64
    public var timescale: Int32
    public var flags: CMTimeFlags

    public init(value: Int64, timescale: Int32) {
        self.value = value
        self.timescale = timescale
        flags = timescale > 0 ? .valid : []
    }

    /// The whole number of ticks that is nearest to `seconds`.
    public init(seconds: Double, preferredTimescale: Int32) {
        let ticks = (seconds * Double(preferredTimescale)).rounded()
        guard let value = Int64(exactly: ticks) else {
            self = .invalid
            return
        }
        self.init(value: value, timescale: preferredTimescale)
    }

    public static let zero = CMTime(value: 0, timescale: 1)
    public static let invalid = CMTime(value: 0, timescale: 0)

    public var isValid: Bool { flags.contains(.valid) }
    /// Not a number for a time that is not valid.
    public var seconds: Double { isValid ? Double(value) / Double(timescale) : .nan }
}

public typealias CMTimeValue = Int64
public typealias CMTimeScale = Int32

public func CMTimeMake(value: Int64, timescale: Int32) -> CMTime { CMTime(value: value, timescale: timescale) }
public func CMTimeMakeWithSeconds(_ seconds: Double, preferredTimescale: Int32) -> CMTime {
    CMTime(seconds: seconds, preferredTimescale: preferredTimescale)
}
public func CMTimeGetSeconds(_ time: CMTime) -> Double { time.seconds }

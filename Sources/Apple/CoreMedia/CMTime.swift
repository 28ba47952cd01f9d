@_exported import CoreVideo

/// A stand-in for Core Media's times: a number of ticks, and how many of them are a second.
///
/// Times with the same number of seconds are equal, whatever their time scales are.
public struct CMTime: Sendable {
    /// The number of ticks.
    public var value: CMTimeValue
    /// The number of ticks in a second.
    public var timescale: CMTimeScale
    /// Whether the time is valid, rounded, infinite or indefinite.
    public var flags: CMTimeFlags
    /// Tells times apart whose distance is not known, such as those of two loops of a video; 0 for durations.
    public var epoch: CMTimeEpoch

    /// The time before everything, which is not valid.
    public init() {
        self.init(value: 0, timescale: 0, flags: [], epoch: 0)
    }

    /// A time with these parts.
    public init(value: CMTimeValue, timescale: CMTimeScale, flags: CMTimeFlags, epoch: CMTimeEpoch) {
        self.value = value
        self.timescale = timescale
        self.flags = flags
        self.epoch = epoch
    }

    /// So many ticks; not valid where the time scale is not above zero.
    public init(value: CMTimeValue, timescale: CMTimeScale) {
        self.init(value: value, timescale: timescale, flags: timescale > 0 ? .valid : [], epoch: 0)
    }

    /// The whole number of ticks that is nearest to `seconds`.
    ///
    /// Where there are too many ticks for their number, the time scale is halved until there are not. Seconds that are
    /// too many for whole seconds, too, become an infinity; what is not a number is not valid.
    public init(seconds: Double, preferredTimescale: CMTimeScale) {
        guard preferredTimescale > 0, !seconds.isNaN else {
            self = .invalid
            return
        }
        var scale = preferredTimescale
        while true {
            if let value = Int64(exactly: (seconds * Double(scale)).rounded()) {
                self.init(value: value, timescale: scale)
                if self.seconds != seconds { flags.insert(.hasBeenRounded) }
                return
            }
            guard scale > 1 else { break }
            scale /= 2
        }
        self = seconds < 0 ? .negativeInfinity : .positiveInfinity
    }

    /// Zero seconds.
    public static let zero = CMTime(value: 0, timescale: 1)
    /// A time that is not valid.
    public static let invalid = CMTime()
    /// A time that is not known yet.
    public static let indefinite = CMTime(value: 0, timescale: 0, flags: [.valid, .indefinite], epoch: 0)
    /// Behind all times that are numbers.
    public static let positiveInfinity = CMTime(value: 0, timescale: 0, flags: [.valid, .positiveInfinity], epoch: 0)
    /// Before all times that are numbers.
    public static let negativeInfinity = CMTime(value: 0, timescale: 0, flags: [.valid, .negativeInfinity], epoch: 0)

    /// Whether the time means something.
    public var isValid: Bool { flags.contains(.valid) }
    /// Whether the time is valid and behind all that are numbers.
    public var isPositiveInfinity: Bool { isValid && flags.contains(.positiveInfinity) }
    /// Whether the time is valid and before all that are numbers.
    public var isNegativeInfinity: Bool { isValid && flags.contains(.negativeInfinity) }
    /// Whether the time is valid, but not known yet.
    public var isIndefinite: Bool { isValid && flags.contains(.indefinite) }
    /// Whether the time is valid, not infinite and not indefinite.
    public var isNumeric: Bool { isValid && flags.isDisjoint(with: .impliedValueFlagsMask) }
    /// Whether the time is a number that is not exactly what was computed.
    public var hasBeenRounded: Bool { isNumeric && flags.contains(.hasBeenRounded) }

    /// Infinite for an infinity; not a number for a time that is not valid or not known.
    public var seconds: Double {
        if isPositiveInfinity { return .infinity }
        if isNegativeInfinity { return -.infinity }
        return isNumeric && timescale > 0 ? Double(value) / Double(timescale) : .nan
    }
}

/// A number of ticks.
public typealias CMTimeValue = Int64
/// A number of ticks in a second.
public typealias CMTimeScale = Int32
/// A number that tells apart times whose distance is not known.
public typealias CMTimeEpoch = Int64

/// The largest time scale.
public let kCMTimeMaxTimescale: CMTimeScale = 0x7FFF_FFFF

/// So many ticks; not valid where the time scale is not above zero.
public func CMTimeMake(value: Int64, timescale: Int32) -> CMTime { CMTime(value: value, timescale: timescale) }
/// Makes a time in a certain epoch.
public func CMTimeMakeWithEpoch(value: Int64, timescale: Int32, epoch: Int64) -> CMTime {
    var time = CMTime(value: value, timescale: timescale)
    time.epoch = epoch
    return time
}
/// The whole number of ticks that is nearest to `seconds`; not valid where that is not a number.
public func CMTimeMakeWithSeconds(_ seconds: Double, preferredTimescale: Int32) -> CMTime {
    CMTime(seconds: seconds, preferredTimescale: preferredTimescale)
}
/// Infinite for an infinity; not a number for a time that is not valid or not known.
public func CMTimeGetSeconds(_ time: CMTime) -> Double { time.seconds }

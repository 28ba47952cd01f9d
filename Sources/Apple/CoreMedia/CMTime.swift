@_exported import CoreVideo
import Dispatch

/// A time: a number of ticks and the number of ticks per second.
///
/// Times with the same number of seconds are equal, even if their time scales differ.
public struct CMTime: Sendable {
    /// The number of ticks.
    public var value: CMTimeValue
    /// The number of ticks per second.
    public var timescale: CMTimeScale
    /// Whether the time is valid, rounded, infinite or indefinite.
    public var flags: CMTimeFlags
    /// The epoch, which separates times whose distance is unknown, such as the times in two loops of a video; 0 for
    /// durations.
    public var epoch: CMTimeEpoch

    /// Creates an invalid time.
    public init() {
        self.init(value: 0, timescale: 0, flags: [], epoch: 0)
    }

    /// Creates a time from its parts.
    public init(value: CMTimeValue, timescale: CMTimeScale, flags: CMTimeFlags, epoch: CMTimeEpoch) {
        self.value = value
        self.timescale = timescale
        self.flags = flags
        self.epoch = epoch
    }

    /// Creates a time from a number of ticks; invalid if the time scale is not positive.
    public init(value: CMTimeValue, timescale: CMTimeScale) {
        self.init(value: value, timescale: timescale, flags: timescale > 0 ? .valid : [], epoch: 0)
    }

    /// Creates a time from the number of ticks nearest to `seconds`.
    ///
    /// If there are too many ticks, the time scale is halved until they fit. If even the whole seconds do not fit, the
    /// time is infinite; NaN gives an invalid time.
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
    /// An invalid time.
    public static let invalid = CMTime()
    /// A time that is not known yet.
    public static let indefinite = CMTime(value: 0, timescale: 0, flags: [.valid, .indefinite], epoch: 0)
    /// A time after all numeric times.
    public static let positiveInfinity = CMTime(value: 0, timescale: 0, flags: [.valid, .positiveInfinity], epoch: 0)
    /// A time before all numeric times.
    public static let negativeInfinity = CMTime(value: 0, timescale: 0, flags: [.valid, .negativeInfinity], epoch: 0)

    /// Whether the time is valid.
    public var isValid: Bool { flags.contains(.valid) }
    /// Whether the time is positive infinity.
    public var isPositiveInfinity: Bool { isValid && flags.contains(.positiveInfinity) }
    /// Whether the time is negative infinity.
    public var isNegativeInfinity: Bool { isValid && flags.contains(.negativeInfinity) }
    /// Whether the time is valid, but not known yet.
    public var isIndefinite: Bool { isValid && flags.contains(.indefinite) }
    /// Whether the time is valid, not infinite and not indefinite.
    public var isNumeric: Bool { isValid && flags.isDisjoint(with: .impliedValueFlagsMask) }
    /// Whether the time is numeric and was rounded.
    public var hasBeenRounded: Bool { isNumeric && flags.contains(.hasBeenRounded) }

    /// The time in seconds: infinite for an infinity, NaN for an invalid or indefinite time.
    public var seconds: Double {
        if isPositiveInfinity { return .infinity }
        if isNegativeInfinity { return -.infinity }
        return isNumeric && timescale > 0 ? Double(value) / Double(timescale) : .nan
    }
}

/// A number of ticks.
public typealias CMTimeValue = Int64
/// A number of ticks per second.
public typealias CMTimeScale = Int32
/// A number that separates times whose distance is unknown.
public typealias CMTimeEpoch = Int64

/// The largest time scale.
public let kCMTimeMaxTimescale: CMTimeScale = 0x7FFF_FFFF

/// Returns the time with this number of ticks; invalid if the time scale is not positive.
public func CMTimeMake(value: Int64, timescale: Int32) -> CMTime { CMTime(value: value, timescale: timescale) }
/// Returns a time in the given epoch.
public func CMTimeMakeWithEpoch(value: Int64, timescale: Int32, epoch: Int64) -> CMTime {
    var time = CMTime(value: value, timescale: timescale)
    time.epoch = epoch
    return time
}
/// Returns the time with the number of ticks nearest to `seconds`; invalid for NaN.
public func CMTimeMakeWithSeconds(_ seconds: Double, preferredTimescale: Int32) -> CMTime {
    CMTime(seconds: seconds, preferredTimescale: preferredTimescale)
}
/// Returns the time in seconds: infinite for an infinity, NaN for an invalid or indefinite time.
public func CMTimeGetSeconds(_ time: CMTime) -> Double { time.seconds }

/// Flags that describe a kind of time.
public struct CMTimeFlags: OptionSet, Sendable, Hashable {
    /// One bit for each flag.
    public let rawValue: UInt32

    /// Creates flags from their bits.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// The time is valid; every other flag requires this one.
    public static let valid = CMTimeFlags(rawValue: 1 << 0)
    /// The time was rounded.
    public static let hasBeenRounded = CMTimeFlags(rawValue: 1 << 1)
    /// The time is after all numeric times.
    public static let positiveInfinity = CMTimeFlags(rawValue: 1 << 2)
    /// The time is before all numeric times.
    public static let negativeInfinity = CMTimeFlags(rawValue: 1 << 3)
    /// The time is not known yet, such as the duration of a live broadcast.
    public static let indefinite = CMTimeFlags(rawValue: 1 << 4)
    /// The flags of times whose value and time scale are meaningless.
    public static let impliedValueFlagsMask: CMTimeFlags = [.positiveInfinity, .negativeInfinity, .indefinite]
}

/// Writes a readable description of a time to standard error.
public func CMTimeShow(_ time: CMTime) {
    try? FileHandle.standardError.write(contentsOf: Data("\(time.shown)\n".utf8))
}

extension CMTime {
    /// A readable description: the fraction and its value in seconds.
    package var shown: String {
        if !isValid { return "{INVALID}" }
        if isPositiveInfinity { return "{+INFINITY}" }
        if isNegativeInfinity { return "{-INFINITY}" }
        if isIndefinite { return "{INDEFINITE}" }
        let seconds = String(format: "%.3f", seconds)
        return "{\(value)/\(timescale) = \(seconds)\(hasBeenRounded ? ", rounded" : "")}"
    }
}

/// A clock. The only one is the host's clock, which timestamps frames.
public final class CMClock: Sendable {
    private init() {}

    /// The host's clock. It is monotonic and stops while the machine sleeps.
    public static var hostTimeClock: CMClock { host }
    private static let host = CMClock()

    /// The current time of the clock, in nanoseconds.
    public var time: CMTime {
        CMTime(value: CMTimeValue(clamping: DispatchTime.now().uptimeNanoseconds), timescale: 1_000_000_000)
    }
}

/// Returns the host's clock. It is monotonic and stops while the machine sleeps.
public func CMClockGetHostTimeClock() -> CMClock { .hostTimeClock }
/// Returns the current time of the clock, in nanoseconds.
public func CMClockGetTime(_ clock: CMClock) -> CMTime { clock.time }

@_exported import CoreVideo
import Dispatch

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

/// Writes what a time is to standard error, for people to read.
public func CMTimeShow(_ time: CMTime) {
    try? FileHandle.standardError.write(contentsOf: Data("\(time.shown)\n".utf8))
}

extension CMTime {
    /// The time for people to read: its fraction, and what that is in seconds.
    package var shown: String {
        if !isValid { return "{INVALID}" }
        if isPositiveInfinity { return "{+INFINITY}" }
        if isNegativeInfinity { return "{-INFINITY}" }
        if isIndefinite { return "{INDEFINITE}" }
        let seconds = String(format: "%.3f", seconds)
        return "{\(value)/\(timescale) = \(seconds)\(hasBeenRounded ? ", rounded" : "")}"
    }
}

/// A stand-in for Core Media's clocks, of which there is one here: the host's, which tells when frames were taken.
public final class CMClock: Sendable {
    private init() {}

    /// The host's clock, which only goes forwards, and stands still while the machine sleeps.
    public static var hostTimeClock: CMClock { host }
    private static let host = CMClock()

    /// What the clock shows, in nanoseconds.
    public var time: CMTime {
        CMTime(value: CMTimeValue(clamping: DispatchTime.now().uptimeNanoseconds), timescale: 1_000_000_000)
    }
}

/// The host's clock, which only goes forwards, and stands still while the machine sleeps.
public func CMClockGetHostTimeClock() -> CMClock { .hostTimeClock }
/// What the clock shows, in nanoseconds.
public func CMClockGetTime(_ clock: CMClock) -> CMTime { clock.time }

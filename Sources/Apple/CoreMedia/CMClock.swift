import Dispatch

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

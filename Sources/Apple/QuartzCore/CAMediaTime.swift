@_exported import CoreGraphics
import Dispatch

/// Seconds on a clock that only goes forwards; it stands still while the machine sleeps.
public func CACurrentMediaTime() -> CFTimeInterval {
    CFTimeInterval(DispatchTime.now().uptimeNanoseconds) / 1_000_000_000
}

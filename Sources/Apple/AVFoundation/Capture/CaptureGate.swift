import TegataSystem

/// Synchronises a session's thread with the threads that start it, stop it and receive its frames.
///
/// Only the session's own thread waits for a delegate, so that a delegate may stop its session, or wait for a
/// thread that stops it.
final class CaptureGate: @unchecked Sendable {
    private let condition = MonotonicCondition()
    private var isClosed = false
    private var hasSourceEnded = false
    /// The number of deliveries that a delegate is handling or that are on their way to it.
    private var inFlight: [Key: Int] = [:]

    /// A delegate call.
    enum Delivery {
        case frame
        /// The notice that a frame was discarded.
        case notice
    }

    private struct Key: Hashable {
        var delivery: Delivery
        var output: ObjectIdentifier
    }

    var isOpen: Bool { condition.withLock { !isClosed } }

    /// Prevents any further delegate calls.
    func close() {
        condition.withLock {
            isClosed = true
            condition.broadcast()
        }
    }

    /// Whether there is room for another delivery; if so, the caller must call ``finish(_:for:)``. Waits for room if
    /// `waits`.
    func reserve(_ delivery: Delivery, for output: AVCaptureOutput, limit: Int, waits: Bool = false) -> Bool {
        let key = Key(delivery: delivery, output: ObjectIdentifier(output))
        return condition.withLock {
            while waits, !isClosed, inFlight[key, default: 0] >= limit { condition.wait() }
            guard !isClosed, inFlight[key, default: 0] < limit else { return false }
            inFlight[key, default: 0] += 1
            return true
        }
    }

    /// Notes that the delegate has handled the delivery.
    func finish(_ delivery: Delivery, for output: AVCaptureOutput) {
        condition.withLock {
            inFlight[Key(delivery: delivery, output: ObjectIdentifier(output)), default: 1] -= 1
            condition.broadcast()
        }
    }

    /// Waits until a time on the monotonic clock; false if the gate is closed.
    func sleep(until nanoseconds: UInt64) -> Bool {
        condition.withLock {
            while !isClosed {
                guard condition.wait(until: nanoseconds) else { return !isClosed }
            }
            return false
        }
    }

    /// Waits until the delegates have handled all deliveries, the gate is closed, or `end` on the monotonic clock is
    /// reached.
    func drain(until end: UInt64?) {
        condition.withLock {
            while !isClosed, inFlight.values.contains(where: { $0 > 0 }) {
                guard let end else {
                    condition.wait()
                    continue
                }
                guard condition.wait(until: end) else { return }
            }
        }
    }

    /// Notes that the camera or file is closed.
    func sourceDidEnd() {
        condition.withLock {
            hasSourceEnded = true
            condition.broadcast()
        }
    }

    /// Waits until the camera or file is closed, or the time has passed.
    func waitForSource(seconds: Double) {
        let end = MonotonicCondition.time(after: seconds)
        condition.withLock {
            while !hasSourceEnded {
                guard condition.wait(until: end) else { return }
            }
        }
    }
}

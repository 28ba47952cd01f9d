import TegataSystem

/// What the thread of a session and those who start, stop and get frames agree by.
///
/// Nobody waits here for a delegate but the session's own thread, so that a delegate may stop its session, and wait for
/// a thread that does.
final class CaptureGate: @unchecked Sendable {
    private let condition = MonotonicCondition()
    private var isClosed = false
    private var hasSourceEnded = false
    /// What is with a delegate or on its way.
    private var inFlight: [Key: Int] = [:]

    /// What a delegate gets.
    enum Delivery {
        case frame
        /// That a frame was discarded.
        case notice
    }

    private struct Key: Hashable {
        var delivery: Delivery
        var output: ObjectIdentifier
    }

    var isOpen: Bool { condition.withLock { !isClosed } }

    /// From now on, no call of a delegate begins.
    func close() {
        condition.withLock {
            isClosed = true
            condition.broadcast()
        }
    }

    /// Whether there is room for another delivery; if so, ``finish(_:for:)`` has to follow. Waits for room if asked to.
    func reserve(_ delivery: Delivery, for output: AVCaptureOutput, limit: Int, waits: Bool = false) -> Bool {
        let key = Key(delivery: delivery, output: ObjectIdentifier(output))
        return condition.withLock {
            while waits, !isClosed, inFlight[key, default: 0] >= limit { condition.wait() }
            guard !isClosed, inFlight[key, default: 0] < limit else { return false }
            inFlight[key, default: 0] += 1
            return true
        }
    }

    /// The delegate has had the delivery.
    func finish(_ delivery: Delivery, for output: AVCaptureOutput) {
        condition.withLock {
            inFlight[Key(delivery: delivery, output: ObjectIdentifier(output)), default: 1] -= 1
            condition.broadcast()
        }
    }

    /// Waits until a time of the monotonic clock; false where the gate is closed.
    func sleep(until nanoseconds: UInt64) -> Bool {
        condition.withLock {
            while !isClosed {
                guard condition.wait(until: nanoseconds) else { return !isClosed }
            }
            return false
        }
    }

    /// Waits until delegates have had what is on its way, the gate is closed, or the time of the monotonic clock has
    /// come where there is one.
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

    /// The camera or file is closed.
    func sourceDidEnd() {
        condition.withLock {
            hasSourceEnded = true
            condition.broadcast()
        }
    }

    /// Waits until the camera or file is closed, or the time is over.
    func waitForSource(seconds: Double) {
        let end = MonotonicCondition.time(after: seconds)
        condition.withLock {
            while !hasSourceEnded {
                guard condition.wait(until: end) else { return }
            }
        }
    }
}

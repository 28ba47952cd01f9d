import Foundation

/// What the thread of a session and those who start, stop and get frames agree by.
///
/// Nobody waits here for a delegate but the session's own thread, so that a delegate may stop its session, and wait for
/// a thread that does.
final class CaptureGate: @unchecked Sendable {
    private let condition = NSCondition()
    private var isClosed = false
    private var hasSourceEnded = false
    /// Frames that are with a delegate or on their way, by output.
    private var inFlight: [ObjectIdentifier: Int] = [:]
    /// Notices of discarded frames that are on their way, by output.
    private var notices: [ObjectIdentifier: Int] = [:]

    private static let mostNotices = 16

    private func locked<Result>(_ body: () -> Result) -> Result {
        condition.lock()
        defer { condition.unlock() }
        return body()
    }

    var isOpen: Bool { locked { !isClosed } }

    /// From now on, no call of a delegate begins.
    func close() {
        locked {
            isClosed = true
            condition.broadcast()
        }
    }

    /// Whether there is room for another frame; if so, ``finish(_:)`` has to follow. Waits for room if asked to.
    func reserve(_ output: AVCaptureOutput, limit: Int, waits: Bool) -> Bool {
        locked {
            let key = ObjectIdentifier(output)
            while waits, !isClosed, inFlight[key, default: 0] >= limit { condition.wait() }
            guard !isClosed, inFlight[key, default: 0] < limit else { return false }
            inFlight[key, default: 0] += 1
            return true
        }
    }

    /// The delegate has had the frame.
    func finish(_ output: AVCaptureOutput) {
        locked {
            inFlight[ObjectIdentifier(output), default: 1] -= 1
            condition.broadcast()
        }
    }

    /// Whether there is room for another notice; if so, ``finishNotice(_:)`` has to follow.
    func reserveNotice(_ output: AVCaptureOutput) -> Bool {
        locked {
            guard !isClosed, notices[ObjectIdentifier(output), default: 0] < Self.mostNotices else { return false }
            notices[ObjectIdentifier(output), default: 0] += 1
            return true
        }
    }

    /// The delegate has had the notice.
    func finishNotice(_ output: AVCaptureOutput) {
        locked {
            notices[ObjectIdentifier(output), default: 1] -= 1
            condition.broadcast()
        }
    }

    /// Waits until a time of the monotonic clock; false where the gate is closed.
    func sleep(until nanoseconds: UInt64) -> Bool {
        locked {
            while !isClosed {
                let now = DispatchTime.now().uptimeNanoseconds
                guard now < nanoseconds else { return true }
                // Damaged files may have frames after years.
                _ = condition.wait(until: Date(timeIntervalSinceNow: min(Double(nanoseconds - now) / 1e9, 1000)))
            }
            return false
        }
    }

    /// Waits until delegates have had what is on its way, the gate is closed, or the time is over where there is one.
    func drain(until end: Date?) {
        locked {
            while !isClosed, inFlight.values.contains(where: { $0 > 0 }) || notices.values.contains(where: { $0 > 0 }) {
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
        locked {
            hasSourceEnded = true
            condition.broadcast()
        }
    }

    /// Waits until the camera or file is closed, or the time is over.
    func waitForSource(seconds: Double) {
        let end = Date(timeIntervalSinceNow: seconds)
        locked {
            while !hasSourceEnded {
                guard condition.wait(until: end) else { return }
            }
        }
    }
}

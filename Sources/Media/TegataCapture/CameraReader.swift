import TegataBuffers
import TegataPixels

/// Reads frames from a camera, always the newest one; frames that arrive in between are dropped.
package final class CameraReader {
    private let device: CameraDevice
    private let decoder: PictureDecoder?
    private var clock = FrameClock(rate: nil, isConstant: false)
    /// The last frame that was taken from the queue.
    private var last: (sequence: UInt32, microseconds: Int64?)?
    private var damagedInARow = 0
    /// Whether a frame has been lent to the borrower since the queue was last read.
    private var hasLent = false
    private var silentSince: Int64 = 0
    /// The number of intact frames that were not read in time, or for which the driver had no buffer.
    package private(set) var droppedFrameCount = 0
    /// The number of frames that could not be used.
    package private(set) var damagedFrameCount = 0
    /// Receives uncompressed frames in the driver's memory, so that they need not be copied to a `VideoFrame`.
    package var borrower: ((_ picture: ImageView, _ timestampMs: Milliseconds) -> Void)?

    /// Without a decoder, only uncompressed formats are used.
    package init(
        _ path: String, _ options: CameraOptions, _ system: any VideoDeviceCalls, decoder: PictureDecoder? = nil
    ) throws(CameraProblem) {
        device = try CameraDevice(path, options, system, acceptsCompressed: decoder != nil)
        self.decoder = decoder
    }

    package var description: CameraDescription { device.description }

    /// The longest time without a frame, in seconds.
    private static let patienceSeconds = 5
    /// The number of consecutive damaged frames that counts as an error: one second at the usual rate.
    private static let mostDamagedInARow = 30
    /// Larger gaps between frame numbers are not counted as lost frames.
    private static let longestGap: UInt32 = 1 << 16

    /// Returns false once live streams must end.
    package func read(into frame: inout VideoFrame, index: Int) throws(VideoError.Problem) -> Bool {
        do throws(CameraProblem) {
            var mayBeOld = true
            silentSince = device.monotonicMicroseconds()
            while true {
                // Check for frames captured while one was lent, before waiting for more.
                guard try hasLent ? !device.mustEnd : waitForPicture() else { return false }
                guard let newest = try newestBuffer(&mayBeOld) else { continue }
                var clock = clock
                frame.timestampMs = clock.timestampMs(frame: index, microseconds: time(of: newest))
                guard try take(newest, into: &frame) else { continue }
                self.clock = clock
                damagedInARow = 0
                frame.isFullRange = device.isFullRange
                return true
            }
        } catch {
            throw .camera(error)
        }
    }

    /// Takes all frames from the queue, returns the last one, and gives the others back to the driver.
    ///
    /// If all buffers except a lent one were full, there was no buffer for the newest frames, and all queued ones are
    /// old. The result is then nil once, so that the caller waits for the next frame.
    private func newestBuffer(_ mayBeOld: inout Bool) throws(CameraProblem) -> CameraDevice.FilledBuffer? {
        var newest: CameraDevice.FilledBuffer?
        var count = 0
        var interval: Int64 = 0
        let wasLent = hasLent
        hasLent = false
        taking: while count < device.bufferCount {
            switch try device.dequeue() {
            case .none: break taking
            case .lost:
                try countDamage("the driver lost it")
                break taking
            case .buffer(let buffer):
                count += 1
                silentSince = device.monotonicMicroseconds()
                let sinceLast = note(buffer)
                if buffer.isDamaged {
                    try device.enqueue(buffer.index)
                    try countDamage("marked as damaged by the driver")
                    continue
                }
                if let newest {
                    droppedFrameCount += 1
                    try device.enqueue(newest.index)
                }
                newest = buffer
                interval = sinceLast
            }
        }
        let isFull = wasLent ? count >= device.bufferCount - 1 : count > 1 && count == device.bufferCount
        if let old = newest, mayBeOld, isFull, !(wasLent && isYounger(old, than: interval)) {
            mayBeOld = false
            droppedFrameCount += 1
            try device.enqueue(old.index)
            return nil
        }
        return newest
    }

    /// Whether a frame was captured less than `microseconds` ago. Within one frame interval, there can be no newer
    /// frame.
    private func isYounger(_ buffer: CameraDevice.FilledBuffer, than microseconds: Int64) -> Bool {
        guard let time = buffer.microseconds else { return false }
        let age = device.monotonicMicroseconds() &- time
        return age >= 0 && age < microseconds
    }

    /// Returns false once live streams must end.
    private func waitForPicture() throws(CameraProblem) -> Bool {
        while !device.mustEnd {
            let waited = device.monotonicMicroseconds() - silentSince
            let left = Int64(Self.patienceSeconds) * 1000 - max(0, waited) / 1000
            guard left > 0 else { throw .silent(seconds: Self.patienceSeconds) }
            switch try device.wait(milliseconds: Int32(clamping: left)) {
            case .ready: return !device.mustEnd
            case .timeOut: throw .silent(seconds: Self.patienceSeconds)
            case .interrupted: continue
            }
        }
        return false
    }

    /// Copies the frame and returns its buffer to the driver; returns false if the frame cannot be used.
    private func take(_ buffer: CameraDevice.FilledBuffer, into frame: inout VideoFrame) throws(CameraProblem) -> Bool {
        let count = buffer.bytes.count
        if let layout = device.layout {
            let isWhole = count >= layout.byteCount
            if isWhole {
                if let borrower, let view = layout.view(of: buffer.bytes, isFullRange: device.isFullRange) {
                    borrower(view, frame.timestampMs)
                    hasLent = true
                } else {
                    layout.copy(buffer.bytes, to: &frame)
                }
            }
            try device.enqueue(buffer.index)
            if !isWhole { try countDamage("\(count) of \(layout.byteCount) bytes") }
            return isWhole
        }
        let compressed = Bytes(count: count) { $0.copyMemory(from: buffer.bytes) }
        try device.enqueue(buffer.index)
        do throws(PictureDecodingError) {
            try decoder?(compressed, device.description.width, device.description.height, &frame)
            return true
        } catch {
            switch error {
            case .libraryMissing(let reason): throw .libraryMissing(reason)
            case .truncated: try countDamage("incomplete with \(count) bytes")
            case .damaged(let reason): try countDamage(reason)
            }
            return false
        }
    }

    private func countDamage(_ reason: String) throws(CameraProblem) {
        damagedFrameCount += 1
        damagedInARow += 1
        guard damagedInARow < Self.mostDamagedInARow else { throw .damagedFrames(damagedInARow, reason: reason) }
    }

    /// Counts the frames for which there was no buffer. Returns the microseconds since the previous frame; 0 if a frame
    /// is missing in between.
    private func note(_ buffer: CameraDevice.FilledBuffer) -> Int64 {
        defer { last = (buffer.sequence, buffer.microseconds) }
        guard let last else { return 0 }
        let gap = buffer.sequence &- last.sequence &- 1
        if gap < Self.longestGap { droppedFrameCount += Int(gap) }
        guard gap == 0, let before = last.microseconds, let time = buffer.microseconds else { return 0 }
        return time &- before
    }

    /// Returns the capture time on the driver's clock; the current time if the driver's is implausible.
    private func time(of buffer: CameraDevice.FilledBuffer) -> Int64 {
        let now = device.monotonicMicroseconds()
        guard let time = buffer.microseconds, (now - Self.oldestMicroseconds...now).contains(time) else { return now }
        return time
    }

    private static let oldestMicroseconds: Int64 = 10_000_000
}

/// Decodes a camera's compressed frame into a `VideoFrame`; the camera has reported its width and height.
package typealias PictureDecoder =
    (_ picture: Bytes, _ width: Int, _ height: Int, inout VideoFrame) throws(PictureDecodingError) -> Void

/// A reason why a compressed frame cannot be decoded.
package enum PictureDecodingError: Error, Equatable, Sendable {
    /// The decoding library cannot be loaded.
    case libraryMissing(String)
    case truncated
    /// The data is damaged, for the given reason.
    case damaged(String)
}

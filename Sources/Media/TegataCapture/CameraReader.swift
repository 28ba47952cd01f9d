import TegataBuffers
import TegataPixels

/// Frames of a camera, always the newest: those that come while nobody asks are dropped.
package final class CameraReader {
    private let device: CameraDevice
    private let decoder: PictureDecoder?
    private var clock = FrameClock(rate: nil, isConstant: false)
    /// The last picture that was taken from the queue.
    private var last: (sequence: UInt32, microseconds: Int64?)?
    private var damagedInARow = 0
    /// Whether the borrower has had a buffer since the queue was last looked at.
    private var hasLent = false
    private var silentSince: Int64 = 0
    /// Whole frames that were not asked for in time, and those that the driver had no buffer for.
    package private(set) var droppedFrameCount = 0
    /// Frames that could not be used.
    package private(set) var damagedFrameCount = 0
    /// Gets uncompressed pictures where the driver has put them, in place of a copy in the frame.
    package var borrower: ((_ picture: ImageView, _ timestampMs: Milliseconds) -> Void)?

    /// Without a decoder only formats that need none are agreed to.
    package init(
        _ path: String, _ options: CameraOptions, _ system: any VideoDeviceCalls, decoder: PictureDecoder? = nil
    ) throws(CameraProblem) {
        device = try CameraDevice(path, options, system, acceptsCompressed: decoder != nil)
        self.decoder = decoder
    }

    package var description: CameraDescription { device.description }

    /// How long a camera may send nothing.
    private static let patienceSeconds = 5
    /// How many damaged frames are skipped before that is an error: those of a second.
    private static let mostDamagedInARow = 30
    /// Numbers of frames that are further apart count something else.
    private static let longestGap: UInt32 = 1 << 16

    /// False where live streams are to end.
    package func read(into frame: inout VideoFrame, index: Int) throws(VideoError.Problem) -> Bool {
        do throws(CameraProblem) {
            var mayBeOld = true
            silentSince = device.monotonicMicroseconds()
            while true {
                // What the camera has taken while a picture was lent is looked at before more comes.
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

    /// Takes all pictures from the queue, and gives all but the last back.
    ///
    /// Where every buffer was full, or every one but that which was lent, the camera has had none for the newest
    /// pictures: all are old, and nil says to wait for the next, once.
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
                try countDamage("the driver has lost it")
                break taking
            case .buffer(let buffer):
                count += 1
                silentSince = device.monotonicMicroseconds()
                let sinceLast = note(buffer)
                if buffer.isDamaged {
                    try device.enqueue(buffer.index)
                    try countDamage("marked so by the driver")
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

    /// Whether a picture was taken less than `microseconds` ago: that long after the one before it, no newer one is
    /// missing.
    private func isYounger(_ buffer: CameraDevice.FilledBuffer, than microseconds: Int64) -> Bool {
        guard let time = buffer.microseconds else { return false }
        let age = device.monotonicMicroseconds() &- time
        return age >= 0 && age < microseconds
    }

    /// False where live streams are to end.
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

    /// Copies the picture and gives its buffer back; false where it cannot be used.
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
            case .truncated: try countDamage("\(count) bytes are not all")
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

    /// Counts pictures that found no buffer. How long after the one before this one was taken, where none was between
    /// them; otherwise 0.
    private func note(_ buffer: CameraDevice.FilledBuffer) -> Int64 {
        defer { last = (buffer.sequence, buffer.microseconds) }
        guard let last else { return 0 }
        let gap = buffer.sequence &- last.sequence &- 1
        if gap < Self.longestGap { droppedFrameCount += Int(gap) }
        guard gap == 0, let before = last.microseconds, let time = buffer.microseconds else { return 0 }
        return time &- before
    }

    /// When the picture was taken by the driver's clock, or now where that cannot be.
    private func time(of buffer: CameraDevice.FilledBuffer) -> Int64 {
        let now = device.monotonicMicroseconds()
        guard let time = buffer.microseconds, (now - Self.oldestMicroseconds...now).contains(time) else { return now }
        return time
    }

    private static let oldestMicroseconds: Int64 = 10_000_000
}

/// Makes the frame of a compressed picture of a camera, which has said its width and height.
package typealias PictureDecoder =
    (_ picture: Bytes, _ width: Int, _ height: Int, inout VideoFrame) throws(PictureDecodingError) -> Void

/// Why a compressed picture gives no frame.
package enum PictureDecodingError: Error, Equatable, Sendable {
    /// The library that decodes cannot be loaded.
    case libraryMissing(String)
    case truncated
    /// What is wrong with the picture.
    case damaged(String)
}

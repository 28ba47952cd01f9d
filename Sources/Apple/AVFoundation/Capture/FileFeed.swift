import CoreGraphics
import TegataVideo

/// The frames of a video file at its own pace or without any.
final class FileFeed: FrameFeed {
    private let path: String
    private let loops: Bool
    private let minimumInterval: Int
    private var reader: VideoReader
    private var pace: FramePace
    /// What the times of this pass through the file count from.
    private var offset = 0
    private var lastTime: Int?

    /// Frames that come less than `minimumInterval` milliseconds after the one before are left out.
    init(_ path: String, minimumInterval: Int, _ playback: AVCaptureDevice.Playback) throws(AVError) {
        self.path = path
        self.minimumInterval = minimumInterval
        loops = playback.contains(.loops)
        pace = FramePace(playback)
        reader = try Self.open(path)
    }

    private static func open(_ path: String) throws(AVError) -> VideoReader {
        do throws(VideoError) {
            return try VideoReader(readingFrom: path)
        } catch {
            throw AVError(error)
        }
    }

    var pictureSize: CGSize? { nil }

    func next(for taker: any FrameTaker, _ gate: CaptureGate) throws(AVError) -> Int? {
        while gate.isOpen {
            guard try advance() else { return nil }
            let time = offset &+ reader.frame.timestampMs
            // Times are rounded down to milliseconds.
            if let lastTime, time &+ 1 < lastTime &+ minimumInterval { continue }
            guard pace.wait(forFrameAt: time, gate) else { return nil }
            lastTime = time
            reader.frame.give(to: taker)
            return time
        }
        return nil
    }

    /// Reads the next frame, the first one again after the last if so wanted; false at the end.
    private func advance() throws(AVError) -> Bool {
        do throws(VideoError) {
            if try reader.advance() { return true }
            guard loops, reader.frameCount > 0 else { return false }
            let interval = 1000 / (reader.frameRate ?? FrameRate.usual).perSecond
            offset = offset &+ reader.frame.timestampMs &+ max(1, Int(exactly: interval.rounded()) ?? 1)
            reader = try VideoReader(readingFrom: path)
            return try reader.advance()
        } catch {
            throw AVError(error)
        }
    }
}

import CoreGraphics
import Synchronization
import TegataBuffers
import TegataPixels
import TegataVideo

/// The frames of a camera, as they arrive.
final class CameraFeed: FrameFeed {
    private let path: String
    private let reader: VideoReader
    private weak var taker: (any FrameTaker)?
    private var hasLent = false

    /// The cameras that sessions in this program have opened.
    private static let open = Mutex<Set<String>>([])

    init(_ path: String, _ options: CameraOptions, _ system: any VideoDeviceCalls) throws(AVError) {
        guard Self.open.withLock({ $0.insert(path).inserted }) else {
            throw AVError(
                .deviceAlreadyUsedByAnotherSession, "\(path): another session is using the camera; stop it first")
        }
        do throws(VideoError) {
            reader = try VideoReader(readingFrom: path, decoder: "ffmpeg", camera: options, cameraSystem: system)
        } catch {
            _ = Self.open.withLock { $0.remove(path) }
            throw AVError(error)
        }
        self.path = path
        // Uncompressed images go directly from the driver's memory into pixel buffers.
        reader.lendPictures { [unowned self] picture in
            hasLent = true
            taker?.take(picture)
        }
    }

    deinit {
        _ = Self.open.withLock { $0.remove(path) }
    }

    var pictureSize: CGSize? { reader.camera.map { CGSize(width: $0.width, height: $0.height) } }
    var frameRate: FrameRate? { reader.frameRate }

    func next(for taker: any FrameTaker, _ gate: CaptureGate) throws(AVError) -> Int? {
        self.taker = taker
        hasLent = false
        do throws(VideoError) {
            guard try reader.advance() else { return nil }
        } catch {
            throw AVError(error)
        }
        if !hasLent { reader.frame.give(to: taker) }
        return reader.frame.timestampMs
    }
}

extension VideoFrame {
    /// Passes the frame to `taker`.
    func give(to taker: any FrameTaker) {
        // Every frame that a reader has produced has a view.
        try? withView { (view) throws(TegataError) in taker.take(view) }
    }
}

/// The frames of a video file, in real time or at full speed.
final class FileFeed: FrameFeed {
    private let path: String
    private let loops: Bool
    private let minimumInterval: Int
    private var reader: VideoReader
    private var pace: FramePace
    /// The offset of timestamps in this pass through the file, in milliseconds.
    private var offset = 0
    private var lastTime: Int?

    /// Opens a file and skips frames that come less than `minimumInterval` milliseconds after the previous one.
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
    var frameRate: FrameRate? { reader.frameRate }

    func next(for taker: any FrameTaker, _ gate: CaptureGate) throws(AVError) -> Int? {
        while gate.isOpen {
            guard try advance() else { return nil }
            let time = offset &+ reader.frame.timestampMs
            // One millisecond of tolerance, because times are rounded down to milliseconds.
            if let lastTime, time &+ 1 < lastTime &+ minimumInterval { continue }
            guard pace.wait(forFrameAt: time, gate) else { return nil }
            lastTime = time
            reader.frame.give(to: taker)
            return time
        }
        return nil
    }

    /// Reads the next frame or, after the last one, the first frame again if playback loops; false at the end.
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

/// A moving test image: a bright square on a gradient from dark to light. It is the same in every run.
final class TestFeed: FrameFeed {
    private let width: Int
    private let height: Int
    private let framesPerSecond: Double
    private let frameCount: Int
    private var pace: FramePace
    private var index = 0
    private var samples: [UInt8]

    init(
        width: Int, height: Int, framesPerSecond: Double, frameCount: Int?, _ playback: AVCaptureDevice.Playback
    ) {
        self.width = width
        self.height = height
        self.framesPerSecond = framesPerSecond
        self.frameCount = playback.contains(.loops) ? .max : frameCount ?? .max
        pace = FramePace(playback)
        samples = [UInt8](repeating: 128, count: width * height + 2 * ((width + 1) / 2) * ((height + 1) / 2))
    }

    var pictureSize: CGSize? { CGSize(width: width, height: height) }
    var frameRate: FrameRate? { FrameRate(frames: Int((1000 * framesPerSecond).rounded()), seconds: 1000) }

    func next(for taker: any FrameTaker, _ gate: CaptureGate) -> Int? {
        guard index < frameCount else { return nil }
        let time = Int((Double(index) * 1000 / framesPerSecond).rounded(.down))
        guard pace.wait(forFrameAt: time, gate) else { return nil }
        draw()
        index += 1
        samples.withUnsafeBytes { bytes in
            // This cannot fail, because the memory has the right size.
            if let view = try? ImageView(.i420, width: width, height: height, bytes: bytes) { taker.take(view) }
        }
        return time
    }

    /// Draws a grey gradient, with luma from 16 on the left to 235 on the right, and a square. The side of the square
    /// is a quarter of the height; the square moves right by an eighth of its side per frame.
    private func draw() {
        let side = max(2, height / 4)
        let left = index * max(1, side / 8) % max(1, width - side)
        let top = (height - side) / 2
        let (chromaWidth, chromaHeight) = ((width + 1) / 2, (height + 1) / 2)
        samples.withUnsafeMutableBufferPointer { samples in
            for x in 0..<width { samples[x] = UInt8(16 + 219 * x / max(1, width - 1)) }
            for y in 1..<max(1, height) {
                for x in 0..<width { samples[y * width + x] = samples[x] }
            }
            for y in top..<top + side {
                for x in left..<left + side { samples[y * width + x] = 235 }
            }
            for plane in 0...1 {
                let start = width * height + plane * chromaWidth * chromaHeight
                for place in start..<start + chromaWidth * chromaHeight { samples[place] = 128 }
                for y in top / 2..<(top + side) / 2 {
                    for x in left / 2..<(left + side) / 2 { samples[start + y * chromaWidth + x] = 128 - 64 }
                }
            }
        }
    }
}

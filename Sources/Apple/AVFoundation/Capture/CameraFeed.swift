import CoreGraphics
import Synchronization
import TegataBuffers
import TegataPixels
import TegataVideo

/// The frames of a camera, as they come.
final class CameraFeed: FrameFeed {
    private let path: String
    private let reader: VideoReader
    private weak var taker: (any FrameTaker)?
    private var hasLent = false

    /// The cameras that sessions of this program have opened.
    private static let open = Mutex<Set<String>>([])

    init(_ path: String, _ options: CameraOptions, _ system: any CameraSystem) throws(AVError) {
        guard Self.open.withLock({ $0.insert(path).inserted }) else {
            throw AVError(
                .deviceAlreadyUsedByAnotherSession, "\(path): another session uses the camera; stop that one first")
        }
        do throws(VideoError) {
            reader = try VideoReader(readingFrom: path, decoder: "ffmpeg", camera: options, cameraSystem: system)
        } catch {
            _ = Self.open.withLock { $0.remove(path) }
            throw AVError(error)
        }
        self.path = path
        // Uncompressed pictures go from the driver's memory into pixel buffers.
        reader.lendPictures { [unowned self] picture in
            hasLent = true
            taker?.take(picture)
        }
    }

    deinit {
        _ = Self.open.withLock { $0.remove(path) }
    }

    var pictureSize: CGSize? { reader.camera.map { CGSize(width: $0.width, height: $0.height) } }

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
    /// Shows the frame to `taker`.
    func give(to taker: any FrameTaker) {
        // There is a view of every frame that a reader has made.
        try? withView { (view) throws(TegataError) in taker.take(view) }
    }
}

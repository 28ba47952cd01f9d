import Foundation
import TegataImages
import TegataPixels
import TegataVideo

/// A video that is being recorded. A separate queue encodes it and calls the delegate.
final class MovieRecording: @unchecked Sendable {
    let url: URL
    // Kept alive until the recording ends.
    private let output: AVCaptureFileOutput
    private let connections: [AVCaptureConnection]
    private weak var delegate: (any AVCaptureFileOutputRecordingDelegate)?
    private let queue = DispatchQueue(label: "AVCaptureFileOutput.recording")

    // Used only on the queue.
    private var writer: VideoWriter?
    /// The time of the first frame in milliseconds.
    private var firstTime = 0
    private var isOver = false

    /// The largest number of frames that may wait to be encoded.
    static let mostFramesInFlight = 4

    init(
        of output: AVCaptureFileOutput, to url: URL, from connections: [AVCaptureConnection],
        _ delegate: any AVCaptureFileOutputRecordingDelegate
    ) {
        self.output = output
        self.url = url
        self.connections = connections
        self.delegate = delegate
    }

    /// Adds a frame to the video, and then calls `done`.
    func append(
        _ picture: RGBImage, at milliseconds: Int, _ rate: FrameRate, then done: @escaping @Sendable () -> Void
    ) {
        queue.async { [self] in
            defer { done() }
            guard !isOver else { return }
            do throws(VideoError) {
                if writer == nil { try begin(with: picture, at: milliseconds, rate) }
                try writer?.append(picture, timestampMs: milliseconds - firstTime)
            } catch {
                conclude(AVError(error))
            }
        }
    }

    /// Ends the recording after the frames that were appended; only the first end counts.
    func end(_ failure: AVError?) {
        queue.async { [self] in
            if !isOver { conclude(failure) }
        }
    }

    private func begin(with picture: RGBImage, at milliseconds: Int, _ rate: FrameRate) throws(VideoError) {
        writer = try VideoWriter(
            writingTo: url.path, width: picture.width, height: picture.height, frameRate: rate)
        firstTime = milliseconds
        delegate?.fileOutput(output, didStartRecordingTo: url, from: connections)
    }

    private func conclude(_ failure: AVError?) {
        isOver = true
        var failure = failure
        if let writer {
            do throws(VideoError) {
                try writer.finish()
            } catch {
                failure = failure ?? AVError(error)
            }
        } else {
            failure = failure ?? AVError(.noDataCaptured, "\(url.path): there was no frame; record for longer")
        }
        writer = nil
        output.recordingDidEnd()
        delegate?.fileOutput(output, didFinishRecordingTo: url, from: connections, error: failure)
    }
}

extension RGBImage {
    /// Creates an image from a frame and reorients it; nil if it is too large.
    init?(_ frame: ImageView, _ turn: PictureTurn) {
        let pixels = frame.rgbBytes()
        guard turn != PictureTurn() else {
            self.init(width: frame.width, height: frame.height, pixels: pixels)
            return
        }
        let (width, height) = turn.swapsSides ? (frame.height, frame.width) : (frame.width, frame.height)
        let turned = [UInt8](unsafeUninitializedCapacity: pixels.count) { target, count in
            count = pixels.count
            pixels.withUnsafeBytes { source in
                // A pixel has three bytes.
                guard let from = source.baseAddress?.assumingMemoryBound(to: (UInt8, UInt8, UInt8).self),
                    let to = UnsafeMutableRawPointer(target.baseAddress)
                else { return }
                turn.copy(
                    from, width: frame.width, height: frame.height, sourceStride: frame.width,
                    to: to.assumingMemoryBound(to: (UInt8, UInt8, UInt8).self), targetStride: width)
            }
        }
        self.init(width: width, height: height, pixels: turned)
    }
}

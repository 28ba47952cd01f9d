import CoreGraphics
import CoreMedia
import Foundation
import TegataImages
import TegataVideo

/// Extracts single images from videos, which the `ffmpeg` program decodes. Calls from several threads run one at a
/// time.
///
/// The image is the last one shown at the requested time, as with tolerances of zero, and it is upright. Requesting
/// images in chronological order needs only one pass through the video.
open class AVAssetImageGenerator: NSObject, @unchecked Sendable {
    /// The video.
    public let asset: AVAsset
    /// Ignored.
    open var requestedTimeToleranceBefore = CMTime.invalid
    /// Ignored.
    open var requestedTimeToleranceAfter = CMTime.invalid
    /// Ignored, because images are always upright.
    open var appliesPreferredTrackTransform = false

    private let lock = NSLock()
    private var reader: VideoReader?
    /// The frame shown at the time requested last, and the frame after it.
    private var current: VideoFrame?
    private var next: VideoFrame?

    /// Creates a generator for `asset`, which is opened when the first image is requested.
    public init(asset: AVAsset) {
        self.asset = asset
    }

    /// Returns the image shown at `requestedTime`, or the last image of the video. Sets `actualTime` to the time at
    /// which it appears.
    open func copyCGImage(at requestedTime: CMTime, actualTime: UnsafeMutablePointer<CMTime>?) throws -> CGImage {
        let (image, time) = try picture(at: requestedTime)
        actualTime?.pointee = time
        return image
    }

    /// Returns the image shown at `time`, or the last image of the video, with the time at which it appears.
    open func image(at time: CMTime) async throws -> (image: CGImage, actualTime: CMTime) {
        try await apartFromTasks { try self.picture(at: time) }
    }

    private func picture(at requestedTime: CMTime) throws -> (image: CGImage, actualTime: CMTime) {
        guard requestedTime.seconds.isFinite else {
            throw AVError(.noImageAtTime, "the requested time is not numeric; pass a valid time")
        }
        lock.lock()
        defer { lock.unlock() }
        let milliseconds = requestedTime.seconds * 1000
        do {
            if reader == nil || Double(current?.timestampMs ?? .max) > milliseconds { try rewind() }
            while let next, Double(next.timestampMs) <= milliseconds {
                current = next
                self.next = try read()
            }
        } catch {
            // Discard the state, because the frames held now are not the last ones in the video.
            (reader, current, next) = (nil, nil, nil)
            throw (error as? VideoError).map { AVError($0) } ?? error
        }
        guard let current, let image = current.rgbImage(),
            let pixels = CGImage(width: image.width, height: image.height, bitsPerPixel: 24, pixels: image.pixels)
        else { throw AVError(.noImageAtTime, "\(try asset.path()): the video has no frames; choose another file") }
        return (pixels, CMTime(value: Int64(current.timestampMs), timescale: 1000))
    }

    private func rewind() throws {
        reader = try VideoReader(readingFrom: asset.path())
        current = try read()
        next = try read()
    }

    private func read() throws -> VideoFrame? {
        guard let reader, try reader.advance() else { return nil }
        return reader.frame
    }
}

import CoreGraphics
import CoreMedia
import Foundation
import TegataImages
import TegataVideo

/// A stand-in for what takes single pictures from videos; the program `ffmpeg` decodes them. Calls from several threads
/// come one after the other.
///
/// Pictures are the last ones that are shown at the times asked for, as with tolerances of zero, and upright. Taking
/// them in the order of their times reads the video once.
open class AVAssetImageGenerator: NSObject, @unchecked Sendable {
    /// The video.
    public let asset: AVAsset
    /// Is not looked at.
    open var requestedTimeToleranceBefore = CMTime.invalid
    /// Is not looked at.
    open var requestedTimeToleranceAfter = CMTime.invalid
    /// Is not looked at: pictures are always upright.
    open var appliesPreferredTrackTransform = false

    private let lock = NSLock()
    private var reader: VideoReader?
    /// What is shown at the last time asked for, and what comes after it.
    private var current: VideoFrame?
    private var next: VideoFrame?

    /// Takes pictures of `asset`, which is opened when the first is asked for.
    public init(asset: AVAsset) {
        self.asset = asset
    }

    /// The picture that is shown at `requestedTime`, or the last one of the video; `actualTime` is set to the time
    /// since when.
    open func copyCGImage(at requestedTime: CMTime, actualTime: UnsafeMutablePointer<CMTime>?) throws -> CGImage {
        let (image, time) = try picture(at: requestedTime)
        actualTime?.pointee = time
        return image
    }

    /// The picture that is shown at `time`, or the last one of the video, and the time since when.
    open func image(at time: CMTime) async throws -> (image: CGImage, actualTime: CMTime) {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(with: Result { try self.picture(at: time) })
            }
        }
    }

    private func picture(at requestedTime: CMTime) throws -> (image: CGImage, actualTime: CMTime) {
        guard requestedTime.seconds.isFinite else {
            throw AVError(.noImageAtTime, "the requested time is not a time")
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
            // What is there now is not what the video ends with.
            (reader, current, next) = (nil, nil, nil)
            throw (error as? VideoError).map { AVError($0) } ?? error
        }
        guard let current, let image = current.rgbImage(),
            let pixels = CGImage(width: image.width, height: image.height, bitsPerPixel: 24, pixels: image.pixels)
        else { throw AVError(.noImageAtTime, "\(try asset.path()): there are no pictures in it") }
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

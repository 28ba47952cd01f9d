@_exported import CoreGraphics
import CoreMedia
import Foundation
import TegataImages
import TegataVideo

/// A stand-in for what takes single pictures from videos; the program `ffmpeg` decodes them. Used by one thread at a
/// time.
///
/// Pictures are the last ones that are shown at the times asked for, as with tolerances of zero, and upright. Taking
/// them in the order of their times reads the video once.
public final class AVAssetImageGenerator: NSObject {
    /// The video.
    public let asset: AVAsset
    /// Is not looked at.
    public var requestedTimeToleranceBefore = CMTime.invalid
    /// Is not looked at.
    public var requestedTimeToleranceAfter = CMTime.invalid
    /// Is not looked at: pictures are always upright.
    public var appliesPreferredTrackTransform = false

    private var reader: VideoReader?
    /// What is shown at the last time asked for, and what comes after it.
    private var current: VideoFrame?
    private var next: VideoFrame?

    public init(asset: AVAsset) {
        self.asset = asset
    }

    /// The picture that is shown at `requestedTime`, or the last one of the video; `actualTime` is set to the time
    /// since when.
    public func copyCGImage(at requestedTime: CMTime, actualTime: UnsafeMutablePointer<CMTime>?) throws -> CGImage {
        guard requestedTime.seconds.isFinite else { throw failure("the requested time is not a time") }
        let milliseconds = requestedTime.seconds * 1000
        do {
            if reader == nil || Double(current?.timestampMs ?? .max) > milliseconds { try rewind() }
            while let next, Double(next.timestampMs) <= milliseconds {
                current = next
                self.next = try read()
            }
        } catch let error as VideoError {
            throw failure(error.description)
        }
        guard let current, let image = current.rgbImage(),
            let pixels = CGImage(width: image.width, height: image.height, bitsPerPixel: 24, pixels: image.pixels)
        else { throw failure("\(asset.path): there are no pictures in it") }
        actualTime?.pointee = CMTime(value: Int64(current.timestampMs), timescale: 1000)
        return pixels
    }

    private func rewind() throws {
        reader = try VideoReader(readingFrom: asset.path)
        current = try read()
        next = try read()
    }

    private func read() throws -> VideoFrame? {
        guard let reader, try reader.advance() else { return nil }
        return reader.frame
    }

    private func failure(_ text: String) -> NSError {
        NSError(domain: AVFoundationErrorDomain, code: unknownError, userInfo: [NSLocalizedDescriptionKey: text])
    }
}

/// The domain of errors of this module.
public let AVFoundationErrorDomain = "AVFoundationErrorDomain"

private let unknownError = -11800

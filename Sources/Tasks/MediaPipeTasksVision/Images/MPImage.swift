import CoreMedia
import CoreVideo
import Foundation
import TegataAppleImages
import TegataHands
import UIKit

/// An image for a task. Creating one copies no pixels.
///
/// Pixel buffers may have any format that the compatibility module `CoreVideo` supports, except floats.
public final class MPImage: NSObject, @unchecked Sendable {
    /// The turn that makes the stored pixels upright. Tasks process the image that way, and their results stay in the
    /// coordinates of the stored image. Tasks reject mirrored orientations.
    public let orientation: UIImage.Orientation
    /// The width in pixels; for a `UIImage`, of the image as it is displayed.
    public let width: CGFloat
    /// The height in pixels; for a `UIImage`, of the image as it is displayed.
    public let height: CGFloat
    let source: Source

    /// The storage of the pixels.
    enum Source {
        case image(UIImage, CGImage)
        case pixelBuffer(CVPixelBuffer)
        case sampleBuffer(CMSampleBuffer, CVPixelBuffer)
        case memory(PixelMemory)
    }

    init(_ source: Source, width: CGFloat, height: CGFloat, orientation: UIImage.Orientation) {
        self.source = source
        self.width = width
        self.height = height
        self.orientation = orientation
    }

    // MARK: Images

    /// Creates an image from a `UIImage` with its orientation. Throws if it has no pixels.
    public convenience init(uiImage: UIImage) throws {
        try self.init(uiImage: uiImage, orientation: uiImage.imageOrientation)
    }

    /// Creates an image from a `UIImage`, with an orientation that replaces its own. Throws if it has no pixels.
    public convenience init(uiImage: UIImage, orientation: UIImage.Orientation) throws {
        guard let pixels = uiImage.cgImage else {
            throw taskError(
                .invalidArgument,
                "The UIImage has no pixels: its cgImage is nil. Create it from a CGImage or a file.")
        }
        self.init(
            .image(uiImage, pixels), width: uiImage.size.width * uiImage.scale,
            height: uiImage.size.height * uiImage.scale,
            orientation: orientation)
    }

    // MARK: Buffers

    /// Creates an upright image from a pixel buffer.
    public convenience init(pixelBuffer: CVPixelBuffer) throws {
        try self.init(pixelBuffer: pixelBuffer, orientation: .up)
    }

    /// Creates an image from a pixel buffer.
    public convenience init(pixelBuffer: CVPixelBuffer, orientation: UIImage.Orientation) throws {
        self.init(.pixelBuffer(pixelBuffer), buffer: pixelBuffer, orientation: orientation)
    }

    /// Creates an upright image from a sample buffer. Throws if the buffer is not valid or has no image.
    public convenience init(sampleBuffer: CMSampleBuffer) throws {
        try self.init(sampleBuffer: sampleBuffer, orientation: .up)
    }

    /// Creates an image from a sample buffer. Throws if the buffer is not valid or has no image.
    public convenience init(sampleBuffer: CMSampleBuffer, orientation: UIImage.Orientation) throws {
        let buffer = try withTaskErrors { try sampleBuffer.validImageBuffer() }
        self.init(.sampleBuffer(sampleBuffer, buffer), buffer: buffer, orientation: orientation)
    }

    private convenience init(_ source: Source, buffer: CVPixelBuffer, orientation: UIImage.Orientation) {
        self.init(
            source, width: CGFloat(CVPixelBufferGetWidth(buffer)), height: CGFloat(CVPixelBufferGetHeight(buffer)),
            orientation: orientation)
    }

    // MARK: Source

    /// The kind of source that the image was created from.
    public var imageSourceType: MPImageSourceType {
        switch source {
        case .image: .image
        case .pixelBuffer: .pixelBuffer
        case .sampleBuffer: .sampleBuffer
        case .memory: .memory
        }
    }

    /// The `UIImage` that this image was created from; nil for other sources.
    public var image: UIImage? {
        if case .image(let image, _) = source { image } else { nil }
    }

    /// The pixel buffer that this image was created from; nil for other sources.
    public var pixelBuffer: CVPixelBuffer? {
        if case .pixelBuffer(let buffer) = source { buffer } else { nil }
    }

    /// The sample buffer that this image was created from; nil for other sources.
    public var sampleBuffer: CMSampleBuffer? {
        if case .sampleBuffer(let buffer, _) = source { buffer } else { nil }
    }
}

/// A kind of image source.
public struct MPImageSourceType: RawRepresentable, Hashable, Sendable {
    /// The number of the kind of source.
    public let rawValue: Int

    /// Creates the kind of source with this number.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// A `UIImage`.
    public static let image = MPImageSourceType(rawValue: 0)
    /// A `CVPixelBuffer`.
    public static let pixelBuffer = MPImageSourceType(rawValue: 1)
    /// A `CMSampleBuffer`.
    public static let sampleBuffer = MPImageSourceType(rawValue: 2)
    /// The caller's memory, data or an array; not part of MediaPipe.
    public static let memory = MPImageSourceType(rawValue: 3)
}

import CoreMedia
import CoreVideo
import Foundation
import TegataAppleImages
import TegataHands
import UIKit

/// A picture that a task is to look at. Making one copies no pixels.
///
/// Pixel buffers may have any format that their stand-in knows except floats.
public final class MPImage: NSObject, @unchecked Sendable {
    /// What must be done to the stored pixels to see the picture upright. Tasks look at the picture that way, and their
    /// results stay in the picture as it is stored. Mirrored orientations are refused by tasks.
    public let orientation: UIImage.Orientation
    /// In pixels; for a `UIImage`, of the picture as it is displayed.
    public let width: CGFloat
    /// In pixels; for a `UIImage`, of the picture as it is displayed.
    public let height: CGFloat
    let source: Source

    /// Where the pixels are.
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

    /// The picture of a `UIImage` with its orientation. Throws where there are no pixels in it.
    public convenience init(uiImage: UIImage) throws {
        try self.init(uiImage: uiImage, orientation: uiImage.imageOrientation)
    }

    /// The picture of a `UIImage` with another orientation than its own. Throws where there are no pixels in it.
    public convenience init(uiImage: UIImage, orientation: UIImage.Orientation) throws {
        guard let pixels = uiImage.cgImage else {
            throw taskError(
                .invalidArgument,
                "The UIImage has no pixels: its cgImage is nil. Make it from a CGImage or read it from a file.")
        }
        self.init(
            .image(uiImage, pixels), width: uiImage.size.width * uiImage.scale,
            height: uiImage.size.height * uiImage.scale,
            orientation: orientation)
    }

    // MARK: Buffers

    /// The upright picture in a pixel buffer.
    public convenience init(pixelBuffer: CVPixelBuffer) throws {
        try self.init(pixelBuffer: pixelBuffer, orientation: .up)
    }

    /// The picture in a pixel buffer.
    public convenience init(pixelBuffer: CVPixelBuffer, orientation: UIImage.Orientation) throws {
        self.init(.pixelBuffer(pixelBuffer), buffer: pixelBuffer, orientation: orientation)
    }

    /// The upright picture in a sample buffer. Throws where the buffer is not valid or has no picture.
    public convenience init(sampleBuffer: CMSampleBuffer) throws {
        try self.init(sampleBuffer: sampleBuffer, orientation: .up)
    }

    /// The picture in a sample buffer. Throws where the buffer is not valid or has no picture.
    public convenience init(sampleBuffer: CMSampleBuffer, orientation: UIImage.Orientation) throws {
        let buffer = try withTaskErrors { try sampleBuffer.validImageBuffer() }
        self.init(.sampleBuffer(sampleBuffer, buffer), buffer: buffer, orientation: orientation)
    }

    private convenience init(_ source: Source, buffer: CVPixelBuffer, orientation: UIImage.Orientation) {
        self.init(
            source, width: CGFloat(CVPixelBufferGetWidth(buffer)), height: CGFloat(CVPixelBufferGetHeight(buffer)),
            orientation: orientation)
    }

    // MARK: What the image was made from

    /// What the image was made from.
    public var imageSourceType: MPImageSourceType {
        switch source {
        case .image: .image
        case .pixelBuffer: .pixelBuffer
        case .sampleBuffer: .sampleBuffer
        case .memory: .memory
        }
    }

    /// The image that this one was made from, or nil if it was made from something else.
    public var image: UIImage? {
        if case .image(let image, _) = source { image } else { nil }
    }

    /// The buffer that this one was made from, or nil if it was made from something else.
    public var pixelBuffer: CVPixelBuffer? {
        if case .pixelBuffer(let buffer) = source { buffer } else { nil }
    }

    /// The buffer that this one was made from, or nil if it was made from something else.
    public var sampleBuffer: CMSampleBuffer? {
        if case .sampleBuffer(let buffer, _) = source { buffer } else { nil }
    }
}

/// What an image was made from.
public struct MPImageSourceType: RawRepresentable, Hashable, Sendable {
    /// The number of the kind of source.
    public let rawValue: Int

    /// The kind of source with that number.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// A `UIImage`.
    public static let image = MPImageSourceType(rawValue: 0)
    /// A `CVPixelBuffer`.
    public static let pixelBuffer = MPImageSourceType(rawValue: 1)
    /// A `CMSampleBuffer`.
    public static let sampleBuffer = MPImageSourceType(rawValue: 2)
    /// Memory of the caller, data or an array; not part of the original.
    public static let memory = MPImageSourceType(rawValue: 3)
}

import CoreVideo
import Foundation

/// The format of samples: the size and the pixel format of images.
public final class CMFormatDescription: Sendable {
    let width: Int
    let height: Int
    let pixelFormat: OSType

    /// Creates the description of an image: its size and its pixel format.
    public init(imageBuffer: CVImageBuffer) {
        width = CVPixelBufferGetWidth(imageBuffer)
        height = CVPixelBufferGetHeight(imageBuffer)
        pixelFormat = CVPixelBufferGetPixelFormatType(imageBuffer)
    }

    /// Creates the description of future images.
    package init(width: Int, height: Int, pixelFormat: OSType) {
        self.width = width
        self.height = height
        self.pixelFormat = pixelFormat
    }
}

extension CMFormatDescription {
    /// The size of the images in pixels.
    public var dimensions: CMVideoDimensions {
        CMVideoDimensions(width: Int32(clamping: width), height: Int32(clamping: height))
    }

    /// A kind of sample; on Linux always video.
    public struct MediaType: RawRepresentable, Hashable, Sendable {
        /// The four-character code.
        public let rawValue: CMMediaType

        /// Creates a kind from its four-character code.
        public init(rawValue: CMMediaType) {
            self.rawValue = rawValue
        }

        /// Video.
        public static let video = MediaType(rawValue: kCMMediaType_Video)
    }

    /// A pixel format for images.
    public struct MediaSubType: RawRepresentable, Hashable, Sendable {
        /// The pixel format's number.
        public let rawValue: OSType

        /// Creates a pixel format from its number.
        public init(rawValue: OSType) {
            self.rawValue = rawValue
        }

        /// Blue, green, red, alpha: one byte each.
        public static let pixelFormat_32BGRA = MediaSubType(rawValue: kCMPixelFormat_32BGRA)
        /// Red, green, blue: one byte each.
        public static let pixelFormat_24RGB = MediaSubType(rawValue: kCMPixelFormat_24RGB)
        /// Y, Cb, Y, Cr for two adjacent pixels.
        public static let pixelFormat_422YpCbCr8_yuvs = MediaSubType(rawValue: kCMPixelFormat_422YpCbCr8_yuvs)
    }

    /// Always ``MediaType/video``.
    public var mediaType: MediaType { .video }
    /// The pixel format of the images.
    public var mediaSubType: MediaSubType { MediaSubType(rawValue: pixelFormat) }
}

/// A description of images, as all descriptions on Linux are.
public typealias CMVideoFormatDescription = CMFormatDescription

/// Returns the size of the images in pixels.
public func CMVideoFormatDescriptionGetDimensions(_ videoDesc: CMVideoFormatDescription) -> CMVideoDimensions {
    videoDesc.dimensions
}

/// A video codec, as a four-character code that is used in place of a pixel format.
public typealias CMVideoCodecType = OSType

/// JPEG.
public let kCMVideoCodecType_JPEG: CMVideoCodecType = 0x6A70_6567
/// Motion JPEG, a common format of cameras.
public let kCMVideoCodecType_JPEG_OpenDML: CMVideoCodecType = 0x646D_6231

/// A kind of sample, as a four-character code.
public typealias CMMediaType = OSType

/// Video.
public let kCMMediaType_Video: CMMediaType = 0x7669_6465

/// Returns the kind of the samples; on Linux always video.
public func CMFormatDescriptionGetMediaType(_ desc: CMFormatDescription) -> CMMediaType { desc.mediaType.rawValue }

/// Returns the pixel format of the images.
public func CMFormatDescriptionGetMediaSubType(_ desc: CMFormatDescription) -> OSType { desc.pixelFormat }

/// Creates the description of `imageBuffer` and of images like it.
@discardableResult
public func CMVideoFormatDescriptionCreateForImageBuffer(
    allocator: CFAllocator?, imageBuffer: CVImageBuffer,
    formatDescriptionOut: UnsafeMutablePointer<CMVideoFormatDescription?>
) -> OSStatus {
    formatDescriptionOut.pointee = CMFormatDescription(imageBuffer: imageBuffer)
    return 0
}

/// A pixel format under its Core Media name, with the same value as in Core Video.
public typealias CMPixelFormatType = UInt32

/// Blue, green, red, alpha: one byte each.
public var kCMPixelFormat_32BGRA: CMPixelFormatType { 0x4247_5241 }
/// Red, green, blue: one byte each.
public var kCMPixelFormat_24RGB: CMPixelFormatType { 24 }
/// Y, Cb, Y, Cr for two adjacent pixels.
public var kCMPixelFormat_422YpCbCr8_yuvs: CMPixelFormatType { 0x7975_7673 }

/// The size of a video's frames in pixels.
public struct CMVideoDimensions: Sendable, Hashable {
    /// The width in pixels.
    public var width: Int32
    /// The height in pixels.
    public var height: Int32

    /// Creates a size of 0 × 0.
    public init() {
        self.init(width: 0, height: 0)
    }

    /// Creates a size from its width and height.
    public init(width: Int32, height: Int32) {
        self.width = width
        self.height = height
    }
}

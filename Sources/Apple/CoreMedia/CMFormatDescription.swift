import CoreVideo
import Foundation

/// A stand-in for what Core Media says about the format of samples: here, the size of pictures and their pixel format.
public final class CMFormatDescription: Sendable {
    let width: Int
    let height: Int
    let pixelFormat: OSType

    /// The format of a picture: its size and its pixel format.
    public init(imageBuffer: CVImageBuffer) {
        width = CVPixelBufferGetWidth(imageBuffer)
        height = CVPixelBufferGetHeight(imageBuffer)
        pixelFormat = CVPixelBufferGetPixelFormatType(imageBuffer)
    }

    /// The format of pictures that are yet to come.
    package init(width: Int, height: Int, pixelFormat: OSType) {
        self.width = width
        self.height = height
        self.pixelFormat = pixelFormat
    }
}

extension CMFormatDescription {
    /// The size of the pictures in pixels.
    public var dimensions: CMVideoDimensions {
        CMVideoDimensions(width: Int32(clamping: width), height: Int32(clamping: height))
    }

    /// What kind of samples are described: here always pictures.
    public struct MediaType: RawRepresentable, Hashable, Sendable {
        /// Four characters in a number.
        public let rawValue: CMMediaType

        /// A kind by its number.
        public init(rawValue: CMMediaType) {
            self.rawValue = rawValue
        }

        /// Pictures.
        public static let video = MediaType(rawValue: kCMMediaType_Video)
    }

    /// The pixel format of pictures.
    public struct MediaSubType: RawRepresentable, Hashable, Sendable {
        /// The number of the pixel format.
        public let rawValue: OSType

        /// A pixel format by its number.
        public init(rawValue: OSType) {
            self.rawValue = rawValue
        }

        /// Blue, green, red, alpha: one byte each.
        public static let pixelFormat_32BGRA = MediaSubType(rawValue: kCMPixelFormat_32BGRA)
        /// Red, green, blue: one byte each.
        public static let pixelFormat_24RGB = MediaSubType(rawValue: kCMPixelFormat_24RGB)
        /// Y, Cb, Y, Cr for two pixels side by side.
        public static let pixelFormat_422YpCbCr8_yuvs = MediaSubType(rawValue: kCMPixelFormat_422YpCbCr8_yuvs)
    }

    /// Always ``MediaType/video``.
    public var mediaType: MediaType { .video }
    /// The pixel format of the pictures.
    public var mediaSubType: MediaSubType { MediaSubType(rawValue: pixelFormat) }
}

/// A description of pictures, which all descriptions are here.
public typealias CMVideoFormatDescription = CMFormatDescription

/// The size of pictures in pixels.
public func CMVideoFormatDescriptionGetDimensions(_ videoDesc: CMVideoFormatDescription) -> CMVideoDimensions {
    videoDesc.dimensions
}

/// How pictures are compressed, four characters in a number; stands in place of a pixel format.
public typealias CMVideoCodecType = OSType

/// JPEG.
public let kCMVideoCodecType_JPEG: CMVideoCodecType = 0x6A70_6567
/// Motion JPEG, as cameras send it.
public let kCMVideoCodecType_JPEG_OpenDML: CMVideoCodecType = 0x646D_6231

/// A kind of samples, four characters in a number.
public typealias CMMediaType = OSType

/// Pictures.
public let kCMMediaType_Video: CMMediaType = 0x7669_6465

/// What kind of samples are described: here always pictures.
public func CMFormatDescriptionGetMediaType(_ desc: CMFormatDescription) -> CMMediaType { desc.mediaType.rawValue }

/// The pixel format of pictures.
public func CMFormatDescriptionGetMediaSubType(_ desc: CMFormatDescription) -> OSType { desc.pixelFormat }

/// Describes the pictures that `imageBuffer` is one of.
@discardableResult
public func CMVideoFormatDescriptionCreateForImageBuffer(
    allocator: CFAllocator?, imageBuffer: CVImageBuffer,
    formatDescriptionOut: UnsafeMutablePointer<CMVideoFormatDescription?>
) -> OSStatus {
    formatDescriptionOut.pointee = CMFormatDescription(imageBuffer: imageBuffer)
    return 0
}

/// A pixel format by Core Media's names; the numbers are those of Core Video.
public typealias CMPixelFormatType = UInt32

/// Blue, green, red, alpha: one byte each.
public var kCMPixelFormat_32BGRA: CMPixelFormatType { 0x4247_5241 }
/// Red, green, blue: one byte each.
public var kCMPixelFormat_24RGB: CMPixelFormatType { 24 }
/// Y, Cb, Y, Cr for two pixels side by side.
public var kCMPixelFormat_422YpCbCr8_yuvs: CMPixelFormatType { 0x7975_7673 }

/// The size of a video's pictures in pixels.
public struct CMVideoDimensions: Sendable, Hashable {
    /// In pixels.
    public var width: Int32
    /// In pixels.
    public var height: Int32

    /// A size without pixels.
    public init() {
        self.init(width: 0, height: 0)
    }

    /// A size by its width and height.
    public init(width: Int32, height: Int32) {
        self.width = width
        self.height = height
    }
}

import CoreVideo

/// A stand-in for what Core Media says about the format of samples: here, the size of pictures and their pixel format.
public final class CMFormatDescription: Sendable {
    let width: Int
    let height: Int
    let pixelFormat: OSType

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
}

public typealias CMVideoFormatDescription = CMFormatDescription

/// The size of pictures in pixels.
public func CMVideoFormatDescriptionGetDimensions(_ videoDesc: CMVideoFormatDescription) -> CMVideoDimensions {
    videoDesc.dimensions
}

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

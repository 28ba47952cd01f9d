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
}

public typealias CMVideoFormatDescription = CMFormatDescription

/// Describes the pictures that `imageBuffer` is one of.
public func CMVideoFormatDescriptionCreateForImageBuffer(
    allocator: CFAllocator?, imageBuffer: CVImageBuffer,
    formatDescriptionOut: UnsafeMutablePointer<CMVideoFormatDescription?>
) -> OSStatus {
    formatDescriptionOut.pointee = CMFormatDescription(imageBuffer: imageBuffer)
    return 0
}

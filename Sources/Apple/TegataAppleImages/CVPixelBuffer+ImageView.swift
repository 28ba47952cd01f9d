import CoreVideo
import TegataBuffers
import TegataPixels

extension CVBuffer {
    /// Gives `body` the pixels as they are stored; nothing is copied. Throws an ``AppleImageError`` where their format is
    /// not read here, a `TegataError` where the picture has a size that no picture may have, and what `body` throws.
    package func withImageView<Result>(_ body: (ImageView) throws -> Result) throws -> Result {
        let type = CVPixelBufferGetPixelFormatType(self)
        guard let (format, encoding) = pixelFormat(of: type) else { throw AppleImageError.pixelFormat(name(of: type)) }
        CVPixelBufferLockBaseAddress(self, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(self, .readOnly) }
        let (width, height) = (CVPixelBufferGetWidth(self), CVPixelBufferGetHeight(self))
        let isPlanar = CVPixelBufferIsPlanar(self)
        func plane(_ index: Int) -> ImageView.Plane {
            let start = isPlanar ? CVPixelBufferGetBaseAddressOfPlane(self, index) : CVPixelBufferGetBaseAddress(self)
            let rowStride =
                isPlanar ? CVPixelBufferGetBytesPerRowOfPlane(self, index) : CVPixelBufferGetBytesPerRow(self)
            // The last row of memory that a buffer was made over may end with its last pixel.
            let count =
                rowStride * (format.rowCount(plane: index, height: height) - 1)
                + format.rowByteCount(plane: index, width: width)
            return ImageView.Plane(UnsafeRawBufferPointer(start: start, count: count), rowStride: rowStride)
        }
        return try body(
            ImageView(
                format, width: width, height: height, plane(0), format.planeCount > 1 ? plane(1) : nil,
                encoding: encoding))
    }
}

/// How the engine reads a pixel buffer of this type, or nil if it cannot.
private func pixelFormat(of type: OSType) -> (format: PixelFormat, encoding: ColorEncoding)? {
    switch type {
    case kCVPixelFormatType_32BGRA: (.bgra, ColorEncoding())
    case kCVPixelFormatType_32RGBA: (.rgba, ColorEncoding())
    case kCVPixelFormatType_24RGB: (.rgb, ColorEncoding())
    case kCVPixelFormatType_OneComponent8: (.gray, ColorEncoding())
    case kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: (.nv12, ColorEncoding(isFullRange: false))
    case kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: (.nv12, ColorEncoding(isFullRange: true))
    case kCVPixelFormatType_422YpCbCr8_yuvs: (.yuyv, ColorEncoding())
    default: nil
    }
}

/// The four characters of a pixel format, or its number where they cannot be printed.
private func name(of type: OSType) -> String {
    let characters = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: type >> $0) }
    guard characters.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return String(type) }
    return "'" + String(decoding: characters, as: UTF8.self) + "'"
}

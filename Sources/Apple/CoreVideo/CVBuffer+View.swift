import TegataBuffers
import TegataPixels

extension CVBuffer {
    /// The layout of the pixels; nil for floats.
    package var pixelLayout: (format: PixelFormat, encoding: ColorEncoding)? {
        switch pixelFormat {
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

    /// Passes a view of the pixels to `body`; the pixels must not be written in the meantime. Throws if a row or column
    /// is too long, or if the pixels are floats.
    package func withView<Result>(_ body: (ImageView) throws -> Result) throws -> Result {
        guard let (format, encoding) = pixelLayout else {
            throw TegataError(
                .invalidArgument,
                description: "the pixel buffer holds floats; use kCVPixelFormatType_32BGRA for images")
        }
        func view(of index: Int) -> ImageView.Plane {
            let plane = planes[index]
            // The last row of existing memory may end with its last pixel.
            let count =
                plane.bytesPerRow * (format.rowCount(plane: index, height: height) - 1)
                + format.rowByteCount(plane: index, width: width)
            return ImageView.Plane(
                UnsafeRawBufferPointer(start: plane.baseAddress, count: count), rowStride: plane.bytesPerRow)
        }
        return try body(
            ImageView(
                format, width: width, height: height, view(of: 0), format.planeCount > 1 ? view(of: 1) : nil,
                encoding: encoding))
    }
}

import TegataBuffers
import TegataPixels

/// How pixels lie in one piece of memory.
package struct ImageDescription {
    package var format: PixelFormat
    package var width: Int
    package var height: Int
    /// Nil where there are no gaps between rows.
    package var bytesPerRow: Int?
    package var encoding: ColorEncoding

    package init(
        format: PixelFormat, width: Int, height: Int, bytesPerRow: Int? = nil, encoding: ColorEncoding = ColorEncoding()
    ) {
        self.format = format
        self.width = width
        self.height = height
        self.bytesPerRow = bytesPerRow
        self.encoding = encoding
    }

    package func view(of bytes: UnsafeRawBufferPointer) throws(TegataError) -> ImageView {
        try ImageView(format, width: width, height: height, bytes: bytes, rowStride: bytesPerRow, encoding: encoding)
    }
}

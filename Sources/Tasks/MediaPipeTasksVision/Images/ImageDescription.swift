import TegataBuffers
import TegataHands

/// How pixels lie in one piece of memory.
struct ImageDescription {
    var format: PixelFormat
    var width: Int
    var height: Int
    /// Nil where there are no gaps between rows.
    var bytesPerRow: Int?
    var encoding: ColorEncoding

    func view(of bytes: UnsafeRawBufferPointer) throws(TegataError) -> ImageView {
        try ImageView(format, width: width, height: height, bytes: bytes, rowStride: bytesPerRow, encoding: encoding)
    }
}

/// The memory layout of 8-bit pixels.
public enum PixelFormat: String, Sendable, CaseIterable {
    /// Red, green and blue.
    case rgb
    /// Red, green, blue and an alpha channel that is ignored.
    case rgba
    /// Blue, green, red and an alpha channel that is ignored.
    case bgra
    /// A single byte that gives red, green and blue.
    case gray
    /// A luma plane, and a plane of interleaved U and V with half its width and height.
    case nv12
    /// A luma plane, and a plane of interleaved V and U with half its width and height.
    case nv21
    /// A luma plane, and planes for U and V with half its width and height.
    case i420
    /// Y, U, Y, V for two adjacent pixels.
    case yuyv

    /// Whether the pixels are luma and chroma, which a ``ColorEncoding`` converts to colours.
    public var isYUV: Bool {
        switch self {
        case .rgb, .rgba, .bgra, .gray: false
        case .nv12, .nv21, .i420, .yuyv: true
        }
    }

    /// The number of planes of an image.
    public var planeCount: Int {
        switch self {
        case .rgb, .rgba, .bgra, .gray, .yuyv: 1
        case .nv12, .nv21: 2
        case .i420: 3
        }
    }

    /// Returns the number of bytes in a row of a plane. A chroma sample covers two pixels, one of which may be missing
    /// in the last row or column.
    public func rowByteCount(plane: Int, width: Int) -> Int {
        switch self {
        case .rgb: 3 * width
        case .rgba, .bgra: 4 * width
        case .gray: width
        case .yuyv: 4 * ((width + 1) / 2)
        case .nv12, .nv21: plane == 0 ? width : 2 * ((width + 1) / 2)
        case .i420: plane == 0 ? width : (width + 1) / 2
        }
    }

    /// Returns the number of rows in a plane.
    public func rowCount(plane: Int, height: Int) -> Int {
        plane == 0 ? height : (height + 1) / 2
    }

    /// Returns the number of bytes in a whole image without gaps between rows and planes.
    package func byteCount(width: Int, height: Int) -> Int {
        var count = 0
        for plane in 0..<planeCount {
            count += rowByteCount(plane: plane, width: width) * rowCount(plane: plane, height: height)
        }
        return count
    }
}

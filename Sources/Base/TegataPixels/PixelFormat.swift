/// How 8-bit pixels lie in memory.
public enum PixelFormat: String, Sendable, CaseIterable {
    /// Red, green, blue.
    case rgb
    /// Red, green, blue and an alpha that is not looked at.
    case rgba
    /// Blue, green, red and an alpha that is not looked at.
    case bgra
    /// One byte that stands for red, green and blue.
    case gray
    /// A luma plane, and a plane of half the width and height with pairs U, V.
    case nv12
    /// A luma plane, and a plane of half the width and height with pairs V, U.
    case nv21
    /// A luma plane and two planes of half the width and height, U and V.
    case i420
    /// Y, U, Y, V for two pixels side by side.
    case yuyv

    /// Whether the pixels are luma and chroma, which a ``ColorEncoding`` makes colours of.
    public var isYUV: Bool {
        switch self {
        case .rgb, .rgba, .bgra, .gray: false
        case .nv12, .nv21, .i420, .yuyv: true
        }
    }

    /// How many planes the picture has.
    public var planeCount: Int {
        switch self {
        case .rgb, .rgba, .bgra, .gray, .yuyv: 1
        case .nv12, .nv21: 2
        case .i420: 3
        }
    }

    /// The bytes that a row of a plane needs; chroma samples cover two pixels, of which the last row and column may
    /// lack one.
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

    /// The rows of a plane.
    public func rowCount(plane: Int, height: Int) -> Int {
        plane == 0 ? height : (height + 1) / 2
    }

    /// The bytes of a whole picture without gaps between rows and planes.
    package func byteCount(width: Int, height: Int) -> Int {
        var count = 0
        for plane in 0..<planeCount {
            count += rowByteCount(plane: plane, width: width) * rowCount(plane: plane, height: height)
        }
        return count
    }
}

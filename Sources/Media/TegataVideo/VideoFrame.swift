import TegataBuffers
import TegataImages

/// One picture of a video. Its samples lie in one piece of memory without gaps, planes one after the other.
///
/// A reader uses the memory again for its next frame unless a copy of this value still needs it.
public struct VideoFrame: Sendable {
    /// How the samples lie; the names are those of the pipeline's formats.
    public enum PixelFormat: String, Sendable, CaseIterable {
        /// Red, green, blue.
        case rgb
        /// One byte that stands for red, green and blue.
        case gray
        /// A luma plane and two planes of half the width and height, U and V.
        case i420
        /// Y, U, Y, V for two pixels side by side.
        case yuyv

        /// The bytes of a whole picture.
        public func byteCount(width: Int, height: Int) -> Int {
            switch self {
            case .rgb: 3 * width * height
            case .gray: width * height
            case .i420: width * height + 2 * ((width + 1) / 2) * ((height + 1) / 2)
            case .yuyv: 4 * ((width + 1) / 2) * height
            }
        }
    }

    /// The largest number of pixels that a frame may have; that of pictures.
    public static let maximumPixelCount = RGBImage.maximumPixelCount

    /// Which frame of the video this is, from zero.
    public internal(set) var index = 0
    /// When the frame is shown, in milliseconds after the first.
    public internal(set) var timestampMs = 0
    public internal(set) var width = 0
    public internal(set) var height = 0
    public internal(set) var pixelFormat = PixelFormat.rgb
    /// Whether luma and chroma use all of 0…255; otherwise 16…235 and 16…240.
    public internal(set) var isFullRange = false
    /// The samples.
    public internal(set) var bytes: [UInt8] = []

    /// The bytes from one row to the next in each plane.
    public var rowStrides: [Int] {
        switch pixelFormat {
        case .rgb: [3 * width]
        case .gray: [width]
        case .i420: [width, (width + 1) / 2, (width + 1) / 2]
        case .yuyv: [4 * ((width + 1) / 2)]
        }
    }

    /// Where each plane starts in ``bytes``.
    public var planeOffsets: [Int] {
        switch pixelFormat {
        case .rgb, .gray, .yuyv: [0]
        case .i420: [0, width * height, width * height + ((width + 1) / 2) * ((height + 1) / 2)]
        }
    }

    /// Describes the memory anew; what is in it afterwards does not matter.
    mutating func reshape(_ format: PixelFormat, width: Int, height: Int) {
        self.pixelFormat = format
        self.width = width
        self.height = height
        let count = format.byteCount(width: width, height: height)
        if bytes.count != count { bytes = [UInt8](repeating: 0, count: count) }
    }

    /// Takes the samples of a picture.
    mutating func setPicture(_ picture: RGBImage) {
        pixelFormat = .rgb
        width = picture.width
        height = picture.height
        bytes = picture.pixels
    }
}

import TegataBuffers
import TegataImages
import TegataPixels

/// One picture of a video. Its samples lie in one piece of memory without gaps, planes one after the other.
///
/// A reader uses the memory again for its next frame unless a copy of this value still needs it.
public struct VideoFrame: Sendable {
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

    package init() {}

    /// What luma and chroma stand for.
    public var encoding: ColorEncoding { ColorEncoding(isFullRange: isFullRange) }

    /// The bytes from one row to the next in each plane.
    public var rowStrides: [Int] {
        (0..<pixelFormat.planeCount).map { pixelFormat.rowByteCount(plane: $0, width: width) }
    }

    /// Where each plane starts in ``bytes``.
    public var planeOffsets: [Int] {
        var offsets: [Int] = []
        var offset = 0
        for (plane, rowStride) in rowStrides.enumerated() {
            offsets.append(offset)
            offset += rowStride * pixelFormat.rowCount(plane: plane, height: height)
        }
        return offsets
    }

    /// Gives `body` a view of the frame.
    public func withView<Result>(_ body: (ImageView) throws(TegataError) -> Result) throws(TegataError) -> Result {
        try bytes.span.withUnsafeBytes { bytes throws(TegataError) in
            try body(ImageView(pixelFormat, width: width, height: height, bytes: bytes, encoding: encoding))
        }
    }

    /// The frame as a picture; every pixel takes the chroma sample that covers it. Nil where there is no view of it.
    public func rgbImage() -> RGBImage? {
        let pixels =
            pixelFormat == .rgb ? bytes : try? withView { view throws(TegataError) in view.rgbBytes() }
        return pixels.flatMap { RGBImage(width: width, height: height, pixels: $0) }
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

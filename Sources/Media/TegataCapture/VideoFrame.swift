import TegataBuffers
import TegataPixels
import TegataSystem

/// One picture of a video. Its samples lie in one piece of memory without gaps, planes one after the other.
///
/// A reader uses the memory again for its next frame unless a copy of this value still needs it.
package struct VideoFrame: Sendable {
    /// The largest number of pixels that a frame may have; that of pictures.
    package static let maximumPixelCount = ImageView.maximumPixelCount

    /// Which frame of the video this is, from zero.
    package var index = 0
    /// When the frame is shown, in milliseconds after the first.
    package var timestampMs: Milliseconds = 0
    package var width = 0
    package var height = 0
    package var pixelFormat = PixelFormat.rgb
    /// Whether luma and chroma use all of 0…255; otherwise 16…235 and 16…240.
    package var isFullRange = false
    /// The samples.
    package var bytes: [UInt8] = []

    package init() {}

    /// What luma and chroma stand for.
    package var encoding: ColorEncoding { ColorEncoding(isFullRange: isFullRange) }

    /// The bytes from one row to the next in each plane.
    package var rowStrides: [Int] {
        (0..<pixelFormat.planeCount).map { pixelFormat.rowByteCount(plane: $0, width: width) }
    }

    /// Where each plane starts in ``bytes``.
    package var planeOffsets: [Int] {
        var offsets: [Int] = []
        var offset = 0
        for (plane, rowStride) in rowStrides.enumerated() {
            offsets.append(offset)
            offset += rowStride * pixelFormat.rowCount(plane: plane, height: height)
        }
        return offsets
    }

    /// Gives `body` a view of the frame.
    package func withView<Result>(_ body: (ImageView) throws(TegataError) -> Result) throws(TegataError) -> Result {
        try bytes.span.withUnsafeBytes { bytes throws(TegataError) in
            try body(ImageView(pixelFormat, width: width, height: height, bytes: bytes, encoding: encoding))
        }
    }

    /// Describes the memory anew; what is in it afterwards does not matter.
    package mutating func reshape(_ format: PixelFormat, width: Int, height: Int) {
        self.pixelFormat = format
        self.width = width
        self.height = height
        let count = format.byteCount(width: width, height: height)
        if bytes.count != count { bytes = [UInt8](repeating: 0, count: count) }
    }

    /// As ``reshape(_:width:height:)``, of a size that a header declares; throws where there is no memory for it.
    package mutating func makeRoom(_ format: PixelFormat, width: Int, height: Int) throws(VideoError.Problem) {
        let count = format.byteCount(width: width, height: height)
        if bytes.count != count { try VideoError.Problem.requireMemory(count) }
        reshape(format, width: width, height: height)
    }

    /// Times up to here are exact as any kind of number, and can be added to each other.
    private static let latestTimestampMs: Milliseconds = 1 << 53

    /// Says when the frame is shown, which is frame `index` of its source.
    package mutating func setTimestamp(_ milliseconds: Milliseconds, index: Int) throws(VideoError.Problem) {
        guard milliseconds < Self.latestTimestampMs else {
            throw .damaged("it would be shown more than \(Self.latestTimestampMs) ms after the first", frame: index)
        }
        timestampMs = milliseconds
    }
}

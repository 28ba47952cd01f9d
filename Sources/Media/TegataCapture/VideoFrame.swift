import TegataBuffers
import TegataPixels
import TegataSystem

/// A frame of a video. Its samples lie in one block of memory without gaps, plane after plane.
///
/// A reader reuses the memory for its next frame, unless a copy of this value still needs it.
package struct VideoFrame: Sendable {
    /// The maximum number of pixels in a frame, the same as for images.
    package static let maximumPixelCount = ImageView.maximumPixelCount

    /// The number of the frame in the video, from 0.
    package var index = 0
    /// The time of the frame, in milliseconds after the first.
    package var timestampMs: Milliseconds = 0
    package var width = 0
    package var height = 0
    package var pixelFormat = PixelFormat.rgb
    /// Whether luma and chroma use the whole range 0…255; otherwise 16…235 and 16…240.
    package var isFullRange = false
    /// The samples.
    package var bytes: [UInt8] = []

    package init() {}

    /// The encoding of luma and chroma.
    package var encoding: ColorEncoding { ColorEncoding(isFullRange: isFullRange) }

    /// The number of bytes from one row to the next, for each plane.
    package var rowStrides: [Int] {
        (0..<pixelFormat.planeCount).map { pixelFormat.rowByteCount(plane: $0, width: width) }
    }

    /// The start of each plane in ``bytes``.
    package var planeOffsets: [Int] {
        var offsets: [Int] = []
        var offset = 0
        for (plane, rowStride) in rowStrides.enumerated() {
            offsets.append(offset)
            offset += rowStride * pixelFormat.rowCount(plane: plane, height: height)
        }
        return offsets
    }

    /// Calls `body` with a view of the frame.
    package func withView<Result>(_ body: (ImageView) throws(TegataError) -> Result) throws(TegataError) -> Result {
        try bytes.span.withUnsafeBytes { bytes throws(TegataError) in
            try body(ImageView(pixelFormat, width: width, height: height, bytes: bytes, encoding: encoding))
        }
    }

    /// Changes the format and size of the memory; its contents become undefined.
    package mutating func reshape(_ format: PixelFormat, width: Int, height: Int) {
        self.pixelFormat = format
        self.width = width
        self.height = height
        let count = format.byteCount(width: width, height: height)
        if bytes.count != count { bytes = [UInt8](repeating: 0, count: count) }
    }

    /// Like ``reshape(_:width:height:)``, for a size from a header; throws if there is not enough memory.
    package mutating func makeRoom(_ format: PixelFormat, width: Int, height: Int) throws(VideoError.Problem) {
        let count = format.byteCount(width: width, height: height)
        if bytes.count != count { try VideoError.Problem.requireMemory(count) }
        reshape(format, width: width, height: height)
    }

    /// Times up to this limit are exact in every numeric type, and can be added.
    private static let latestTimestampMs: Milliseconds = 1 << 53

    /// Sets the time of the frame, which is frame `index` of its source.
    package mutating func setTimestamp(_ milliseconds: Milliseconds, index: Int) throws(VideoError.Problem) {
        guard milliseconds < Self.latestTimestampMs else {
            throw .damaged("it would be shown more than \(Self.latestTimestampMs) ms after the first", frame: index)
        }
        timestampMs = milliseconds
    }
}

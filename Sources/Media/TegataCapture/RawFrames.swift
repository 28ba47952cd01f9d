import TegataBuffers
import TegataPixels

/// The layout of frames without headers in a stream.
package struct RawFrames: Equatable, Sendable {
    /// The supported pixel formats.
    package enum Pixels: String, CaseIterable, Sendable {
        case rgb, bgr, nv12, yuyv, gray

        /// The format of frames with these pixels.
        fileprivate var format: PixelFormat {
            switch self {
            case .rgb, .bgr: .rgb
            case .nv12: .nv12
            case .yuyv: .yuyv
            case .gray: .gray
            }
        }
    }

    package let pixels: Pixels
    package let width: Int
    package let height: Int

    /// Returns nil if a frame has no pixels or too many.
    package init?(_ pixels: Pixels, width: Int, height: Int) {
        guard width > 0, height > 0, case (let count, false) = width.multipliedReportingOverflow(by: height),
            count <= VideoFrame.maximumPixelCount
        else { return nil }
        self.pixels = pixels
        self.width = width
        self.height = height
    }

    /// Reads the next frame; returns false at the end of the stream.
    package func read(
        from stream: InputStream, into frame: inout VideoFrame, index: Int, rate: FrameRate?
    ) throws(VideoError.Problem) -> Bool {
        try frame.makeRoom(pixels.format, width: width, height: height)
        let wanted = frame.bytes.count
        let got = try frame.bytes.withMutableBytes { (memory) throws(VideoError.Problem) in
            try stream.read(into: memory)
        }
        if got == 0 { return false }
        guard got == wanted else { throw .truncated(frame: index) }
        if pixels == .bgr {
            frame.bytes.withUnsafeMutableBufferPointer { bytes in
                for pixel in stride(from: 0, to: bytes.count, by: 3) { bytes.swapAt(pixel, pixel + 2) }
            }
        }
        try frame.setTimestamp(rate?.timestampMs(frame: index) ?? Milliseconds(index), index: index)
        return true
    }
}

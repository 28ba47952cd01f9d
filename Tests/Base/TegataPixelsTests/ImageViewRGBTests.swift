import TegataPixels
import Testing

struct ImageViewRGBTests {
    private func rgb(
        _ format: PixelFormat, _ width: Int, _ height: Int, _ bytes: [UInt8], rowStride: Int? = nil,
        part: PixelRectangle? = nil
    ) throws -> [UInt8] {
        try bytes.withUnsafeBytes { bytes in
            let view = try ImageView(
                format, width: width, height: height, bytes: bytes, rowStride: rowStride,
                encoding: ColorEncoding(isFullRange: true))
            return (part.map { view.cropped(to: $0) } ?? view).rgbBytes()
        }
    }

    @Test func rearrangesChannels() throws {
        #expect(try rgb(.rgb, 2, 1, [1, 2, 3, 4, 5, 6]) == [1, 2, 3, 4, 5, 6])
        #expect(try rgb(.rgb, 1, 2, [1, 2, 3, 0, 4, 5, 6], rowStride: 4) == [1, 2, 3, 4, 5, 6])
        #expect(try rgb(.rgba, 2, 1, [1, 2, 3, 9, 4, 5, 6, 9]) == [1, 2, 3, 4, 5, 6])
        #expect(try rgb(.bgra, 2, 1, [3, 2, 1, 9, 6, 5, 4, 9]) == [1, 2, 3, 4, 5, 6])
        #expect(try rgb(.gray, 1, 2, [7, 0, 8], rowStride: 2) == [7, 7, 7, 8, 8, 8])
    }

    /// A 3×3 image whose chroma samples differ only in V, so only red changes.
    @Test(arguments: [PixelFormat.i420, .nv12, .nv21])
    func usesTheChromaSampleThatCoversEachPixel(format: PixelFormat) throws {
        let luma: [UInt8] = [10, 11, 12, 20, 21, 22, 30, 31, 32]
        let v: [UInt8] = [128, 138, 148, 158]
        let chroma: [UInt8] =
            switch format {
            case .i420: [128, 128, 128, 128] + v
            case .nv12: v.flatMap { [128, $0] }
            default: v.flatMap { [$0, 128] }
            }
        // Red is luma + 1.402 · (V − 128).
        let reds: [UInt8] = [10, 11, 26, 20, 21, 36, 58, 59, 74]
        let found = try rgb(format, 3, 3, luma + chroma)
        #expect(stride(from: 0, to: 27, by: 3).map { found[$0] } == reds)
        #expect(stride(from: 2, to: 27, by: 3).map { found[$0] } == luma)
        let part = try rgb(format, 3, 3, luma + chroma, part: PixelRectangle(x: 1, y: 1, width: 2, height: 2))
        #expect(stride(from: 0, to: 12, by: 3).map { part[$0] } == [21, 36, 59, 74])
    }

    @Test func sharesChromaBetweenPairsOfPixels() throws {
        let bytes: [UInt8] = [10, 128, 11, 128, 12, 128, 0, 138, 20, 128, 21, 148, 22, 128, 0, 158]
        let found = try rgb(.yuyv, 3, 2, bytes)
        #expect(stride(from: 0, to: 18, by: 3).map { found[$0] } == [10, 11, 26, 48, 49, 64])
        let part = try rgb(.yuyv, 3, 2, bytes, part: PixelRectangle(x: 1, y: 1, width: 2, height: 1))
        #expect(stride(from: 0, to: 6, by: 3).map { part[$0] } == [49, 64])
    }
}

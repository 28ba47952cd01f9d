import CoreGraphics
import CoreMedia
import CoreVideo
import TegataAppleImages
import TegataBuffers
import TegataPixels
import Testing

/// Views of the pixels of Apple's image types.
struct ImageViewTests {
    /// Two adjacent pixels in each format.
    @Test(
        arguments: [
            (kCVPixelFormatType_32BGRA, [3, 2, 1, 9, 6, 5, 4, 9], [[1, 2, 3], [4, 5, 6]]),
            (kCVPixelFormatType_32RGBA, [1, 2, 3, 9, 4, 5, 6, 9], [[1, 2, 3], [4, 5, 6]]),
            (kCVPixelFormatType_24RGB, [1, 2, 3, 4, 5, 6], [[1, 2, 3], [4, 5, 6]]),
            (kCVPixelFormatType_OneComponent8, [7, 8], [[7, 7, 7], [8, 8, 8]]),
            (kCVPixelFormatType_422YpCbCr8_yuvs, [16, 128, 235, 128], [[0, 0, 0], [255, 255, 255]]),
            (kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, [16, 235, 128, 128], [[0, 0, 0], [255, 255, 255]]),
            (kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, [16, 235, 128, 128], [[16, 16, 16], [235, 235, 235]]),
        ] as [(OSType, [UInt8], [[UInt8]])])
    func readsEveryPixelFormat(type: OSType, bytes: [UInt8], colors: [[UInt8]]) throws {
        let buffer = try pixelBuffer(type, width: 2, height: 1, bytes: bytes)
        #expect(try buffer.withImageView(\.colors) == colors)
    }

    @Test func namesUnsupportedPixelFormats() throws {
        let floats = try pixelBuffer(
            kCVPixelFormatType_OneComponent32Float, width: 1, height: 1, bytes: [0, 0, 0, 0])
        #expect(throws: AppleImageError.pixelFormat("'L00f'")) { try floats.withImageView { _ in } }
    }

    @Test func viewsBuffersWithoutCopying() throws {
        let buffer = try pixelBuffer(kCVPixelFormatType_24RGB, width: 2, height: 2, bytes: Array(0..<12))
        try buffer.withImageView { view in
            #expect(view.plane(0).start == UnsafeRawPointer(CVPixelBufferGetBaseAddress(buffer)))
            #expect(view.plane(0).rowStride == CVPixelBufferGetBytesPerRow(buffer))
        }
    }

    @Test func readsImagesWithAndWithoutAlpha() throws {
        let opaque = try #require(CGImage(width: 1, height: 2, bitsPerPixel: 24, pixels: [1, 2, 3, 4, 5, 6]))
        #expect(try opaque.withImageView(\.colors) == [[1, 2, 3], [4, 5, 6]])
        let transparent = try #require(
            CGImage(width: 1, height: 2, bitsPerPixel: 32, pixels: [1, 2, 3, 0, 4, 5, 6, 0]))
        #expect(try transparent.withImageView(\.colors) == [[1, 2, 3], [4, 5, 6]])
    }

    @Test func rejectsImagesThatAreTooWide() throws {
        let width = ImageView.maximumSide + 1
        let image = try #require(
            CGImage(width: width, height: 1, bitsPerPixel: 24, pixels: [UInt8](repeating: 0, count: 3 * width)))
        #expect(throws: TegataError.self) { try image.withImageView { _ in } }
    }

    @Test func rethrowsErrorsOfTheBody() throws {
        let image = try #require(CGImage(width: 1, height: 1, bitsPerPixel: 24, pixels: [1, 2, 3]))
        #expect(throws: NoBuffer.self) { try image.withImageView { _ in throw NoBuffer() } }
        let buffer = try pixelBuffer(kCVPixelFormatType_OneComponent8, width: 1, height: 1, bytes: [1])
        #expect(throws: NoBuffer.self) { try buffer.withImageView { _ in throw NoBuffer() } }
    }

    @Test func returnsTheImageOfValidSamplesOnly() throws {
        let buffer = try pixelBuffer(kCVPixelFormatType_OneComponent8, width: 1, height: 1, bytes: [1])
        let sample = try CMSampleBuffer(
            imageBuffer: buffer, formatDescription: CMFormatDescription(imageBuffer: buffer),
            sampleTiming: CMSampleTimingInfo())
        #expect(try sample.validImageBuffer() === buffer)
        CMSampleBufferInvalidate(sample)
        #expect(throws: AppleImageError.sampleInvalid) { try sample.validImageBuffer() }
        let sound = CMSampleBuffer(sampleTiming: CMSampleTimingInfo())
        #expect(throws: AppleImageError.sampleWithoutImageBuffer) { try sound.validImageBuffer() }
    }
}

import CoreMedia
import Testing

@Suite("Times and sample buffers")
struct CoreMediaTests {
    @Test("times are ticks over a time scale")
    func times() {
        #expect(CMTimeGetSeconds(CMTimeMake(value: 3, timescale: 2)) == 1.5)
        #expect(CMTime(seconds: 0.04, preferredTimescale: 600) == CMTime(value: 24, timescale: 600))
        #expect(CMTimeMakeWithSeconds(1.0 / 3, preferredTimescale: 1000).value == 333)
        #expect(CMTime.zero.isValid)
        #expect(CMTime.zero.seconds == 0)
        #expect(!CMTime.invalid.isValid)
        #expect(CMTime.invalid.seconds.isNaN)
        #expect(!CMTime(value: 1, timescale: 0).isValid)
        #expect(!CMTime(seconds: .infinity, preferredTimescale: 600).isValid)
        #expect(!CMTime(seconds: .nan, preferredTimescale: 600).isValid)
    }

    static func pixelBuffer(width: Int = 4) throws -> CVPixelBuffer {
        var buffer: CVPixelBuffer?
        #expect(
            CVPixelBufferCreate(kCFAllocatorDefault, width, 2, kCVPixelFormatType_32BGRA, nil, &buffer)
                == kCVReturnSuccess)
        return try #require(buffer)
    }

    @Test("a sample holds a picture and its time until it is invalidated")
    func sample() throws {
        let picture = try Self.pixelBuffer()
        var description: CMVideoFormatDescription?
        #expect(
            CMVideoFormatDescriptionCreateForImageBuffer(
                allocator: kCFAllocatorDefault, imageBuffer: picture, formatDescriptionOut: &description) == 0)
        var timing = CMSampleTimingInfo(
            duration: .invalid, presentationTimeStamp: CMTime(value: 40, timescale: 1000), decodeTimeStamp: .invalid)
        var sample: CMSampleBuffer?
        #expect(
            CMSampleBufferCreateReadyWithImageBuffer(
                allocator: kCFAllocatorDefault, imageBuffer: picture, formatDescription: try #require(description),
                sampleTiming: &timing, sampleBufferOut: &sample) == 0)
        let made = try #require(sample)
        #expect(CMSampleBufferGetImageBuffer(made) === picture)
        #expect(CMTimeGetSeconds(CMSampleBufferGetPresentationTimeStamp(made)) == 0.04)
        #expect(CMSampleBufferIsValid(made))
        CMSampleBufferInvalidate(made)
        #expect(!CMSampleBufferIsValid(made))
    }

    @Test("a description of other pictures is refused")
    func mismatch() throws {
        let description = CMFormatDescription(imageBuffer: try Self.pixelBuffer(width: 8))
        let error = #expect(throws: NSError.self) {
            try CMSampleBuffer(
                imageBuffer: try Self.pixelBuffer(), formatDescription: description, sampleTiming: CMSampleTimingInfo())
        }
        #expect(error?.code == Int(kCMSampleBufferError_InvalidMediaFormat))
    }
}

import AVFoundation
import TegataTestSupport
import Testing

@Suite("Images from videos")
struct AVAssetImageGeneratorTests {
    /// A stream of three 1×1 images, 40 ms apart, which needs no decoder.
    private let stream = Data((1...3).flatMap { Array("P6 1 1 255\n".utf8) + [UInt8($0), 0, 0] })

    private func red(_ image: CGImage) -> UInt8 { image.pixels[0] }

    @Test func returnsTheFrameShownAtTheRequestedTime() throws {
        try withTemporaryFolder { folder in
            let url = folder.appendingPathComponent("video.ppm")
            try stream.write(to: url)
            let generator = AVAssetImageGenerator(asset: AVAsset(url: url))
            generator.requestedTimeToleranceBefore = CMTimeMake(value: 1, timescale: 25)
            generator.requestedTimeToleranceAfter = CMTimeMake(value: 1, timescale: 25)
            generator.appliesPreferredTrackTransform = true
            for (milliseconds, expected) in [(0, 1), (39, 1), (40, 2), (79, 2), (80, 3), (5000, 3), (10, 1), (85, 3)] {
                let time = CMTime(value: Int64(milliseconds), timescale: 1000)
                #expect(try red(generator.copyCGImage(at: time, actualTime: nil)) == expected, "at \(milliseconds) ms")
            }
            var actual = CMTime.zero
            _ = try generator.copyCGImage(at: CMTime(seconds: 0.05, preferredTimescale: 600), actualTime: &actual)
            #expect(actual.seconds == 0.04)
            #expect(throws: AVError.self) { try generator.copyCGImage(at: .invalid, actualTime: nil) }
            #expect(AVURLAsset(url: url).url == url)
        }
    }

    @Test func throwsForTimesAfterDamageOnEveryRequest() throws {
        try withTemporaryFolder { folder in
            let url = folder.appendingPathComponent("video.ppm")
            try (stream + Array("P6 1 1 255\n".utf8) + [4]).write(to: url)
            let generator = AVAssetImageGenerator(asset: AVAsset(url: url))
            let behind = CMTime(value: 5, timescale: 1)
            for _ in 0..<2 {
                #expect(throws: AVError.self) { try generator.copyCGImage(at: behind, actualTime: nil) }
                #expect(try red(generator.copyCGImage(at: .zero, actualTime: nil)) == 1)
            }
        }
    }

    @Test func throwsForMissingVideos() {
        let generator = AVAssetImageGenerator(asset: AVURLAsset(url: URL(fileURLWithPath: "/no/such/video.mp4")))
        #expect(throws: AVError.self) { try generator.copyCGImage(at: .zero, actualTime: nil) }
    }
}

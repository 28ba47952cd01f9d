import AVFoundation
import TegataTestSupport
import Testing

@Suite("Assets")
struct AVAssetTests {
    @Test func loadsTheDurationOfVideoFiles() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("assets-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appendingPathComponent("clip.y4m")
        try SmallVideo.bytes(SmallVideo.counting(30)).write(to: url)
        let asset = AVURLAsset(url: url)
        #expect(try await asset.load(.duration).seconds == 1.2)
        #expect(asset.duration.seconds == 1.2)
        #expect(try await AVAsset(url: url).load(.duration) == CMTime(value: 1200, timescale: 1000))

        let (image, time) = try await AVAssetImageGenerator(asset: asset).image(
            at: CMTime(value: 1, timescale: 2))
        #expect(image.pixels[0] == 12 && time.seconds == 0.48)

        let missing = AVURLAsset(url: folder.appendingPathComponent("none.mp4"))
        #expect(missing.duration == .zero)
        await #expect(throws: AVError.self) { try await missing.load(.duration) }
        await #expect(throws: AVError.self) { try await AVAssetImageGenerator(asset: missing).image(at: .zero) }
        // A web address must not be read as the local file with the same path.
        let address = AVURLAsset(url: try #require(URL(string: "https://example.com\(url.path)")))
        #expect(address.duration == .zero)
        await #expect(throws: AVError.self) { try await address.load(.duration) }
    }

    @Test(.enabled(if: !FFmpegProgram.isMissing))
    func readsTheDurationOfEncodedVideos() throws {
        try withTemporaryFolder { folder in
            try FFmpegProgram.run("-f", "lavfi", "-i", "testsrc=size=64x48:rate=10:duration=2", "clip.mp4", in: folder)
            #expect(AVAsset(url: folder.appendingPathComponent("clip.mp4")).duration.seconds == 2)
        }
    }
}

import AVFoundation
import TegataTestSupport
import Testing

@Suite("Reading videos")
struct AVAssetReaderTests {
    /// Calls `body` with the asset of a video file.
    private func with(_ data: Data, _ body: (AVURLAsset) async throws -> Void) async throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("reader-\(UUID().uuidString).y4m")
        try data.write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        try await body(AVURLAsset(url: url))
    }

    private func output(_ asset: AVAsset, _ format: OSType) async throws -> AVAssetReaderTrackOutput {
        let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
        return AVAssetReaderTrackOutput(
            track: track, outputSettings: [kCVPixelBufferPixelFormatTypeKey as String: format])
    }

    @Test func loadsTheTracksOfVideos() async throws {
        try await with(SmallVideo.bytes(SmallVideo.counting(1))) { asset in
            let tracks = try await asset.loadTracks(withMediaType: .video)
            let track = try #require(tracks.first)
            #expect(tracks.count == 1 && track.asset === asset && track.mediaType == .video)
            #expect(try await track.load(.naturalSize) == CGSize(width: 4, height: 2))
            #expect(try await track.load(.nominalFrameRate) == 25)
            #expect(try await asset.loadTracks(withMediaType: .audio).isEmpty)
        }
        let missing = AVURLAsset(url: URL(fileURLWithPath: "/no/such/video.mp4"))
        await #expect(throws: AVError.self) { try await missing.loadTracks(withMediaType: .video) }
    }

    @Test func readsAllFramesInOrder() async throws {
        try await with(SmallVideo.bytes(SmallVideo.counting(3))) { asset in
            let output = try await output(asset, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange)
            let colors = try await self.output(asset, kCVPixelFormatType_32BGRA)
            let reader = try AVAssetReader(asset: asset)
            #expect(reader.status == .unknown && reader.canAdd(output) && output.copyNextSampleBuffer() == nil)
            reader.add(output)
            reader.add(colors)
            #expect(reader.outputs.count == 2 && !reader.canAdd(output))
            #expect(reader.startReading() && reader.status == .reading)
            for index in 0..<3 {
                let sample = try #require(output.copyNextSampleBuffer())
                #expect(sample.presentationTimeStamp == CMTime(value: Int64(40 * index), timescale: 1000))
                #expect(CMSampleBufferGetImageBuffer(sample)?.bytes()[1][3] == UInt8(index))
            }
            #expect(output.copyNextSampleBuffer() == nil && reader.status == .reading)
            for index in 0..<3 {
                let sample = try #require(colors.copyNextSampleBuffer())
                let gray = UInt8(index)
                let pixel = CMSampleBufferGetImageBuffer(sample)?.bytes(bytesPerElement: 4)[1][4..<8]
                #expect(pixel.map(Array.init) == [gray, gray, gray, 255])
            }
            #expect(colors.copyNextSampleBuffer() == nil && reader.status == .completed && reader.error == nil)
            #expect(!reader.startReading() && !reader.canAdd(output))
        }
    }

    @Test func stopsWhenItIsCancelled() async throws {
        try await with(SmallVideo.bytes(SmallVideo.counting(3))) { asset in
            let output = try await output(asset, kCVPixelFormatType_32BGRA)
            let reader = try AVAssetReader(asset: asset)
            reader.add(output)
            reader.startReading()
            #expect(output.copyNextSampleBuffer() != nil)
            reader.cancelReading()
            #expect(output.copyNextSampleBuffer() == nil && reader.status == .cancelled && reader.error == nil)
        }
    }

    @Test func failsForDamagedAndMissingFiles() async throws {
        try await with(SmallVideo.bytes(SmallVideo.counting(2)).dropLast()) { asset in
            let output = try await output(asset, kCVPixelFormatType_32BGRA)
            let reader = try AVAssetReader(asset: asset)
            reader.add(output)
            #expect(reader.startReading() && output.copyNextSampleBuffer() != nil)
            #expect(output.copyNextSampleBuffer() == nil && reader.status == .failed)
            #expect((reader.error as? AVError)?.code == .fileFailedToParse)

            let late = try await self.output(asset, kCVPixelFormatType_32BGRA)
            let second = try AVAssetReader(asset: asset)
            second.add(late)
            try FileManager.default.removeItem(at: asset.url)
            #expect(!second.startReading() && second.status == .failed && second.error is AVError)
        }
        let address = AVURLAsset(url: try #require(URL(string: "https://example.com/a.mp4")))
        #expect(throws: AVError.self) { try AVAssetReader(asset: address) }
    }

    @Test func rejectsTracksOfOtherVideos() async throws {
        try await with(SmallVideo.bytes(SmallVideo.counting(1))) { asset in
            let output = try await output(asset, kCVPixelFormatType_32BGRA)
            #expect(try !AVAssetReader(asset: AVURLAsset(url: asset.url)).canAdd(output))
        }
    }
}

import AVFoundation
import TegataTestSupport
import Testing

@Suite("Recording")
struct AVCaptureMovieFileOutputTests {
    /// Waits for the end of a recording.
    private final class Recorder: AVCaptureFileOutputRecordingDelegate, @unchecked Sendable {
        let output = AVCaptureMovieFileOutput()
        private let ended = DispatchSemaphore(value: 0)
        // Set before the end, by a recording's queue.
        private(set) var startCount = 0
        private(set) var error: AVError?
        private(set) var wasRecordingAtEnd = false

        func fileOutput(
            _ output: AVCaptureFileOutput, didStartRecordingTo fileURL: URL, from connections: [AVCaptureConnection]
        ) {
            startCount += 1
        }

        func fileOutput(
            _ output: AVCaptureFileOutput, didFinishRecordingTo outputFileURL: URL,
            from connections: [AVCaptureConnection], error: (any Error)?
        ) {
            self.error = error as? AVError
            wasRecordingAtEnd = output.isRecording
            ended.signal()
        }

        func start(_ url: URL) {
            output.startRecording(to: url, recordingDelegate: self)
        }

        /// Waits until the recording has ended. Returns false after 60 seconds.
        func waitForEnd() -> Bool { ended.wait(timeout: .now() + 60) == .success }
    }

    private func collector(_ device: AVCaptureDevice, _ recorder: Recorder) throws -> FrameCollector {
        let collector = try FrameCollector(device, preset: .low)
        // Added last, so that the delegate of the other output can start the recording with the following frame.
        collector.session.addOutput(recorder.output)
        return collector
    }

    /// Calls `body` with a folder that is removed afterwards.
    private func withFolder(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("movie-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder)
    }

    /// Returns the frames of a video.
    private func frames(_ url: URL) async throws -> [CMSampleBuffer] {
        let asset = AVURLAsset(url: url)
        let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
        let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
        let reader = try AVAssetReader(asset: asset)
        reader.add(output)
        #expect(reader.startReading())
        var frames: [CMSampleBuffer] = []
        while let frame = output.copyNextSampleBuffer() { frames.append(frame) }
        #expect(reader.status == .completed)
        return frames
    }

    @Test func recordsTurnedFramesUntilTheFileEnds() async throws {
        try await withFolder { folder in
            let url = folder.appendingPathComponent("movie.y4m")
            let recorder = Recorder()
            let collector = try collector(AVCaptureDevice(testFrameCount: 4, playback: .fullSpeed), recorder)
            recorder.output.connection(with: .video)?.videoRotationAngle = 90
            collector.onFrame = { if $0.frameCount == 1 { recorder.start(url) } }
            #expect(collector.run() && recorder.waitForEnd())
            #expect(recorder.error == nil && recorder.startCount == 1)
            #expect(!recorder.wasRecordingAtEnd && recorder.output.outputFileURL == nil)

            let frames = try await frames(url)
            #expect(frames.map { ($0.presentationTimeStamp.seconds * 1000).rounded() } == [0, 33, 66])
            // The gradient from left to right became one from top to bottom.
            let luma = try #require(frames.first.flatMap { CMSampleBufferGetImageBuffer($0) }).bytes()
            #expect(luma.count == 320 && luma[0].count == 240)
            #expect(luma[0][0] == 16 && luma[0][239] == 16 && luma[319][0] == 235 && luma[319][239] == 235)
        }
    }

    @Test func endsWhenItIsStoppedRemovedOrReconfigured() async throws {
        let ends: [(AVError.Code?, @Sendable (AVCaptureSession, AVCaptureFileOutput) -> Void)] = [
            (nil, { $1.stopRecording() }),
            (nil, { $0.removeOutput($1) }),
            (.sessionConfigurationChanged, { session, _ in session.sessionPreset = .medium }),
        ]
        for (code, end) in ends {
            try await withFolder { folder in
                let url = folder.appendingPathComponent("movie.y4m")
                let recorder = Recorder()
                let collector = try collector(AVCaptureDevice(testFrameCount: nil, playback: .fullSpeed), recorder)
                collector.onFrame = {
                    switch $0.frameCount {
                    case 1: recorder.start(url)
                    // The second and third frame have been recorded.
                    case 3:
                        end($0.session, recorder.output)
                        _ = recorder.waitForEnd()
                    case 5: $0.session.stopRunning()
                    default: break
                    }
                }
                #expect(collector.run() && recorder.error?.code == code)
                #expect(try await frames(url).count == 2)
            }
        }
    }

    @Test func reportsRecordingsWithoutFrames() throws {
        try withTemporaryFolder { folder in
            let recorder = Recorder()
            let collector = try collector(AVCaptureDevice(testFrameCount: 1, playback: .fullSpeed), recorder)
            recorder.start(folder.appendingPathComponent("early.y4m"))
            #expect(recorder.waitForEnd() && recorder.error?.code == .sessionNotRunning)
            let old = folder.appendingPathComponent("old.y4m")
            try Data([1]).write(to: old)
            collector.onFrame = { _ in recorder.start(old) }
            #expect(collector.run() && recorder.waitForEnd() && recorder.error?.code == .fileAlreadyExists)
            #expect(try Data(contentsOf: old) == Data([1]))
            collector.onFrame = { _ in recorder.start(folder.appendingPathComponent("late.y4m")) }
            #expect(collector.run() && recorder.waitForEnd() && recorder.error?.code == .noDataCaptured)
            #expect(recorder.startCount == 0)
        }
    }

    @Test func reportsFilesThatCannotBeWritten() throws {
        try withTemporaryFolder { folder in
            let recorder = Recorder()
            let collector = try collector(AVCaptureDevice(testFrameCount: 3, playback: .fullSpeed), recorder)
            collector.onFrame = { if $0.frameCount == 1 { recorder.start(folder.appendingPathComponent("a.txt")) } }
            #expect(collector.run() && recorder.waitForEnd())
            #expect(recorder.error?.code == .fileFormatNotRecognized && recorder.startCount == 0)
        }
    }

    @Test(.enabled(if: !FFmpegProgram.isMissing)) func recordsMovies() throws {
        try withTemporaryFolder { folder in
            let url = folder.appendingPathComponent("movie.mov")
            let recorder = Recorder()
            let collector = try collector(AVCaptureDevice(testFrameCount: 4, playback: .fullSpeed), recorder)
            collector.onFrame = { if $0.frameCount == 1 { recorder.start(url) } }
            #expect(collector.run() && recorder.waitForEnd() && recorder.error == nil)
            #expect(AVURLAsset(url: url).duration == CMTime(value: 100, timescale: 1000))
        }
    }
}

import TegataHands
import TegataInference
import TegataKernelABI
import TegataKernelSelection
import TegataTestSupport
import Testing

/// The pipeline with its networks against the reference with LiteRT.
@Suite struct WholePipelineTests {
    private static let levels = supportedSets.map(\.level)
    /// Those whose networks are there.
    private static let recordings = Recording.all.filter { ModelFiles.have($0.bundleName) }

    /// Our kernels add in XNNPACK's order, so where there are fused multiply-adds everything is equal to the last bit,
    /// apart from presence and handedness.
    @Test(.enabled(if: !recordings.isEmpty), arguments: recordings, levels.filter { $0 != "baseline" })
    func equalsReference(recording: Recording, level: String) throws {
        try compare(recording, level, points: 0, world: 0, scores: 1e-6)
    }

    /// Without them results differ as those of two kernel sets do. In videos this adds up from frame to frame, so only
    /// pictures are compared.
    @Test(
        .enabled(if: !recordings.isEmpty), arguments: recordings.filter { !$0.isVideo },
        levels.filter { $0 == "baseline" })
    func isNearReference(recording: Recording, level: String) throws {
        try compare(recording, level, points: 5e-4, world: 1e-4, scores: 1e-3)
    }

    private func compare(_ recording: Recording, _ level: String, points: Float, world: Float, scores: Float) throws {
        let networks = try HandNetworks(
            bundle: ModelFiles.bytes(recording.bundleName), file: recording.bundleName,
            options: NetworkOptions(level: level))
        let pipeline = try HandPipeline(networks, options: recording.options, team: ThreadTeam(count: 2))
        try recording.forEachFrame { index, frame, image in
            let frameOptions = FrameOptions(rotationDegrees: recording.rotationDegrees)
            let result =
                recording.isVideo
                ? try pipeline.track(image, milliseconds: 40 * index, frame: frameOptions)
                : try pipeline.detect(image, frame: frameOptions)
            let expected = frame.hands.map { frame.crops[$0] }
            #expect(result.hands.count == expected.count)
            for (hand, crop) in zip(result.hands, expected) {
                #expect(distance(hand.landmarks.floats, crop.landmarks.floats) <= points, "frame \(index)")
                #expect(distance(hand.worldLandmarks.floats, crop.world.floats) <= world, "frame \(index)")
                #expect(abs(hand.rightProbability - recording.rightProbability(crop)) <= scores)
                #expect(abs(hand.presence - Float(crop.presence)) <= scores)
            }
        }
    }

    private func distance(_ a: [Float], _ b: [Float]) -> Float {
        zip(a, b).reduce(0) { max($0, abs($1.0 - $1.1)) }
    }
}

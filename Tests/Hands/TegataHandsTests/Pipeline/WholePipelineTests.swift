import TegataHands
import TegataInference
import TegataKernelABI
import TegataKernelSelection
import TegataTestSupport
import Testing

/// Compares the pipeline and its own networks with the reference on LiteRT.
@Suite struct WholePipelineTests {
    private static let levels = supportedSets.map(\.level)
    /// The recordings whose networks are available.
    private static let recordings = Recording.all.filter { ModelFiles.have($0.bundleName) }

    /// Tegata's kernels add in the same order as XNNPACK. With fused multiply-add, everything except presence and
    /// handedness is therefore equal to the last bit.
    @Test(.enabled(if: !recordings.isEmpty), arguments: recordings, levels.filter { $0 != "baseline" })
    func equalsTheReferenceWithFusedMultiplyAdd(recording: Recording, level: String) throws {
        try compare(recording, level, points: 0, world: 0, scores: 1e-6)
    }

    /// Without fused multiply-add, results differ slightly. In videos the difference grows from frame to frame, so only
    /// images are compared.
    @Test(
        .enabled(if: !recordings.isEmpty), arguments: recordings.filter { !$0.isVideo },
        levels.filter { $0 == "baseline" })
    func isNearTheReferenceOnBaseline(recording: Recording, level: String) throws {
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

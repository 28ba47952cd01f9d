import TegataHands
import TegataInference
import TegataKernelSelection
import TegataTestSupport
import Testing

@Suite struct Int8LandmarkTests {
    /// Single images only, because in videos each crop depends on the previous landmarks.
    private static let recordings = Recording.all.filter { !$0.isVideo && ModelFiles.have($0.bundleName) }

    @Test(
        "8-bit landmarks differ from single precision by at most 1.5 % of the hand's size, 0.35 % on average",
        .enabled(
            if: kernelLevels(of: .int8).contains { $0.isSupported } && !recordings.isEmpty,
            "needs a processor with 8-bit multiplication, and photographs"))
    func findsNearlyTheSameLandmarksWith8Bits() throws {
        var worst: Float = 0
        var squares: Float = 0
        var count: Float = 0
        for recording in Self.recordings {
            let single = try hands(recording, .single)
            let int8 = try hands(recording, .int8)
            #expect(int8.map(\.handedness) == single.map(\.handedness), "\(recording.name)")
            for (hand, other) in zip(int8, single) {
                let (xs, ys) = (other.landmarks.map(\.x), other.landmarks.map(\.y))
                // The recorded images are nearly square, so normalised coordinates are good enough to measure a hand.
                let size = max(xs.max()! - xs.min()!, ys.max()! - ys.min()!)
                for (point, other) in zip(hand.landmarks, other.landmarks) {
                    let (x, y) = ((point.x - other.x) / size, (point.y - other.y) / size)
                    worst = max(worst, (x * x + y * y).squareRoot())
                    squares += x * x + y * y
                    count += 1
                }
            }
        }
        #expect(worst < 0.015)
        #expect((squares / count).squareRoot() < 0.0035)
    }

    private func hands(_ recording: Recording, _ precision: HandPrecision) throws -> [HandResult] {
        let networks = try HandNetworks(
            bundle: ModelFiles.bytes(recording.bundleName), file: recording.bundleName, precision: precision)
        let pipeline = try HandPipeline(networks, options: recording.options, team: ThreadTeam(count: 1))
        var hands: [HandResult] = []
        try recording.forEachFrame { _, _, image in
            let frame = FrameOptions(rotationDegrees: recording.rotationDegrees)
            hands += try pipeline.detect(image, frame: frame).hands
        }
        return hands
    }
}

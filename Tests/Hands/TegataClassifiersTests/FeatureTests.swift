import TegataClassifiers
import Testing

struct FeatureTests {
    private func features(_ hand: HandKeyPoints, _ features: PoseFeatures = PoseFeatures()) -> [Float] {
        var values = [Float](repeating: 0, count: features.count)
        values.withUnsafeMutableBufferPointer { _ = features.write(hand, to: $0.baseAddress!) }
        return values
    }

    private func isNear(_ a: [Float], _ b: [Float], _ tolerance: Float = 1e-4) -> Bool {
        a.count == b.count && zip(a, b).allSatisfy { abs($0 - $1) < tolerance }
    }

    @Test func ignoresPositionAndSize() {
        let hand = Samples.hand()
        let other = HandKeyPoints(chirality: .right) {
            (0.1 + 0.5 * hand.values[$0], 0.2 + 0.5 * hand.values[21 + $0], 1)
        }
        #expect(isNear(features(hand), features(other)))
    }

    @Test func givesMirroredHandsTheSameFeatures() {
        let hand = Samples.hand(turn: 0.3)
        for mirroring in [Mirroring.chirality, .thumbSide] {
            let kind = PoseFeatures(mirroring: mirroring)
            #expect(isNear(features(hand, kind), features(hand.mirrored, kind)))
        }
        let kind = PoseFeatures(mirroring: .none)
        #expect(!isNear(features(hand, kind), features(hand.mirrored, kind)))
        // The default features do not need to know which hand it is.
        var unknown = hand.mirrored
        unknown.chirality = .unknown
        #expect(isNear(features(hand), features(unknown)))
    }

    @Test func ignoresRotationOnlyIfRotationInvariant() {
        let (hand, turned) = (Samples.hand(), Samples.hand(turn: 0.8))
        #expect(!isNear(features(hand), features(turned)))
        let kind = PoseFeatures(isRotationInvariant: true)
        #expect(isNear(features(hand, kind), features(turned, kind)))
    }

    @Test func correctsForTheAspectRatio() {
        let hand = Samples.hand(turn: 0.4)
        var wide = hand
        wide.aspectRatio = 2
        for index in 0..<21 { wide.values[index] /= 2 }
        #expect(isNear(features(hand), features(wide)))
    }

    @Test func placesPointsWithoutConfidenceAtTheirNeighbours() {
        var hand = Samples.hand()
        hand.values[42 + 8] = 0
        hand.values[8] = 77
        let placed = PlacedHand(hand)
        #expect(placed?.x[8] == placed?.x[7])
        #expect(PlacedHand(HandKeyPoints()) == nil)
        hand.values[3] = .nan
        #expect(!hand.isPresent)
    }

    @Test func givesFiniteFeaturesForHugeAndTinyNumbers() {
        for value: Float in [1e30, -3e38, 1e-30] {
            let hand = HandKeyPoints { (value * Float($0 % 3), value * Float($0 % 2), 1) }
            #expect(features(hand).allSatisfy { $0.isFinite })
            var window = [Float](repeating: 0, count: 2 * ActionFeatures.frameCount)
            window.withUnsafeMutableBufferPointer {
                _ = ActionFeatures(windowSize: 2).write([hand, Samples.hand()], to: $0.baseAddress!)
            }
            #expect(window.allSatisfy { $0.isFinite })
        }
    }

    @Test func repeatsThePreviousFrameWhileTheHandIsMissing() {
        let kind = ActionFeatures(windowSize: 4)
        var values = [Float](repeating: 0, count: kind.count)
        let written = values.withUnsafeMutableBufferPointer {
            kind.write(
                [HandKeyPoints(), Samples.hand(turn: 0.5), HandKeyPoints(), Samples.hand()], to: $0.baseAddress!)
        }
        #expect(written)
        let size = ActionFeatures.frameCount
        #expect(values[21] == 0 && values[size + 21] == 1 && values[2 * size + 21] == 0)
        #expect(values[3] == values[size + 3] && values[2 * size + 5] == values[size + 5])
        #expect(!values.withUnsafeMutableBufferPointer { kind.write([HandKeyPoints()], to: $0.baseAddress!) })
    }

    /// A window shows one hand, so that single frames with the wrong handedness do not mirror anything.
    @Test func usesOneHandednessPerWindow() {
        let kind = ActionFeatures(windowSize: 5)
        func written(_ chiralities: [Chirality]) -> [Float] {
            let frames = chiralities.enumerated().map { index, chirality in
                var hand = Samples.hand(turn: 0.2 * Float(index), chirality: chirality)
                if chirality == .unknown { hand.values = HandKeyPoints().values }
                return hand
            }
            var values = [Float](repeating: 0, count: kind.count)
            values.withUnsafeMutableBufferPointer { _ = kind.write(frames, to: $0.baseAddress!) }
            return values
        }
        let right = written([.right, .right, .right, .right, .right])
        let left = written([.left, .left, .left, .left, .left])
        #expect(right != left)
        #expect(written([.right, .left, .right, .left, .right]) == right)
        #expect(written([.right, .left, .left, .left, .right]) == left)
        // In a tie, the first handedness wins; frames without a hand are ignored.
        let rightThenGone = written([.right, .right, .right, .right, .unknown])
        let leftThenGone = written([.left, .left, .left, .left, .unknown])
        #expect(written([.right, .left, .left, .right, .unknown]) == rightThenGone)
        #expect(written([.left, .right, .right, .left, .unknown]) == leftThenGone)
    }

    @Test func computesElementaryFunctions() {
        #expect(abs(exponential(1) - 2.718281828459045) < 1e-14)
        #expect(abs(exponential(-20) / 2.061153622438558e-9 - 1) < 1e-13)
        #expect(exponential(-1000) == 0)
        #expect(abs(logarithm(10) - 2.302585092994046) < 1e-14)
        #expect(abs(logarithm(1e-8) + 18.420680743952367) < 1e-12)
        for angle in stride(from: -7.0, to: 7, by: 0.37) {
            let (sine, cosine) = sineAndCosine(angle)
            #expect(abs(sine * sine + cosine * cosine - 1) < 1e-14)
        }
        #expect(abs(sineAndCosine(0.5235987755982988).sine - 0.5) < 1e-15)
        #expect(softmax([0, 0] as [Float]) == [0.5, 0.5])
    }
}

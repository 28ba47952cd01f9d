import TegataClassifiers

/// A generator of pseudo-random numbers that are the same in every run.
struct Chance {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state >> 33
    }

    mutating func index(below count: Int) -> Int { Int(next() % UInt64(max(count, 1))) }

    mutating func float() -> Float { Float(next() % 2000) / 1000 - 1 }
}

enum Samples {
    static func hand(turn: Float = 0, chirality: Chirality = .right) -> HandKeyPoints {
        let (sine, cosine) = sineAndCosine(Double(turn))
        return HandKeyPoints(chirality: chirality) { index in
            // Fingers side by side, each joint further up.
            let finger = Float(index == 0 ? 2 : (index - 1) / 4)
            let joint = Float(index == 0 ? 0 : 3 + (index - 1) % 4)
            let (x, y) = (-0.02 * (finger - 2), -0.04 * joint)
            return (0.5 + Float(cosine) * x - Float(sine) * y, 0.6 + Float(sine) * x + Float(cosine) * y, 1)
        }
    }

    private static func floats(_ count: Int, _ chance: inout Chance) -> [Float] {
        (0..<count).map { _ in 0.2 * chance.float() }
    }

    private static var card: ModelCard {
        var card = ModelCard()
        card.dataHash = "00"
        card.exampleCounts = [3, 4]
        card.seed = 7
        card.iterations = 80
        card.metrics = [ModelCardMetric(name: "accuracy", value: 0.5)]
        card.version = "1"
        card.metadata = [ModelCardEntry(key: "license", value: "none")]
        return card
    }

    static func pose() -> PoseClassifier {
        var chance = Chance(state: 3)
        let features = PoseFeatures(isRotationInvariant: true)
        let count = features.count
        let network = ClassifierNetwork(
            input: LayerShape(frames: 1, channels: count),
            layers: [
                .affine(scale: floats(count, &chance), shift: floats(count, &chance)),
                .dense(weights: floats(count * 5, &chance), bias: floats(5, &chance)), .silu,
                .dense(weights: floats(15, &chance), bias: floats(3, &chance)),
            ])!
        let novelty = NoveltyModel(
            space: .embedding, whitening: floats(10, &chance), prototypes: floats(4, &chance), dimensions: 2,
            threshold: 4)
        let head = ClassifierHead(
            labels: ["one", "two"], background: 1, network: network, hasUnknownOutput: true, unknownBias: -1,
            temperature: 2, confidenceThreshold: 0.1, novelty: novelty)!
        return PoseClassifier(features: features, head: head, card: card)!
    }

    /// A classifier that answers label 1 if the hand is turned to the right in the last frames of the window.
    static func action(windowSize: Int = 9) -> ActionClassifier {
        var chance = Chance(state: 5)
        let channels = ActionFeatures.frameCount
        let rows = (windowSize - 3) / 2 + 1
        var dense = [Float](repeating: 0, count: 16)
        // Compares the mean of the first channel with zero.
        dense[1] = 20
        var convolution = floats(3 * channels * 4, &chance).map { $0 * 0.01 }
        convolution[(2 * channels + 3) * 4] = 1
        let network = ClassifierNetwork(
            input: LayerShape(frames: windowSize, channels: channels),
            layers: [
                .convolution(kernel: 3, stride: 2, weights: convolution, bias: [0, 0, 0, 0]), .relu, .meanAndMaximum,
                .dense(weights: dense, bias: [1, -1]),
            ])!
        precondition(rows > 0)
        let head = ClassifierHead(labels: ["one", "two"], background: 0, network: network)!
        return ActionClassifier(
            features: ActionFeatures(windowSize: windowSize), frameRate: 30, head: head, card: card)!
    }

    static func embedding() -> EmbeddingHead {
        var chance = Chance(state: 9)
        let network = ClassifierNetwork(
            input: LayerShape(frames: 1, channels: 128),
            layers: [
                .affine(scale: floats(128, &chance), shift: floats(128, &chance)), .relu,
                .dense(weights: floats(256, &chance), bias: floats(2, &chance)),
            ])!
        return EmbeddingHead(
            head: ClassifierHead(labels: ["None", "two"], background: 0, network: network)!, card: card)!
    }
}

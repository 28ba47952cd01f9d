import Foundation
import TegataBuffers
import TegataFormats
import TegataHands
import TegataTestSupport

/// A gesture bundle whose embedder passes on the handedness, and whose classifiers always return the same scores.
struct GestureBundle {
    struct Classifier {
        var scores: [Float]
        /// Label lists, each with its language.
        var labels: [(names: [String], locale: String?)] = []
        var threshold: Float?
        /// The number of inputs of the network.
        var inputCount = 128
        /// Whether the label lists that the metadata names are stored in the file.
        var hasLabelFiles = true

        init(_ scores: [Float], _ names: [String]? = nil, threshold: Float? = nil) {
            self.scores = scores
            labels = names.map { [($0, nil)] } ?? []
            self.threshold = threshold
        }

        var file: [UInt8] {
            var builder = TFLiteBuilder()
            let embedding = builder.tensor("hand_embedding", [1, inputCount])
            let weights = builder.tensor(
                "weights", [scores.count, inputCount], data: [Float](repeating: 0, count: scores.count * inputCount))
            let bias = builder.tensor("bias", [scores.count], data: scores)
            let output = builder.tensor("scores", [1, scores.count])
            builder.operation(
                .fullyConnected, inputs: [embedding, weights, bias], outputs: [output], options: (8, [:]))
            builder.inputs = [embedding]
            builder.outputs = [output]
            guard !labels.isEmpty || threshold != nil else { return builder.bytes() }
            let files = labels.enumerated().map { ("labels-\($0).txt", $1) }
            let units = threshold.map { [MetadataImage.processUnit(3, [0: .float($0)])] } ?? []
            let tensor = MetadataImage.tensor(
                "scores", units: units, files: files.map { MetadataImage.associatedFile($0, locale: $1.locale) })
            builder.metadata.append(("TFLITE_METADATA", MetadataImage.image(outputs: [tensor]).bytes))
            let network = builder.bytes()
            guard hasLabelFiles else { return network }
            return ZipImage(files.map { .init($0, Array($1.names.joined(separator: "\n").utf8)) }) {
                $0.prefix = network
            }.bytes
        }
    }

    var canned: Classifier?
    var custom: Classifier?
    /// Additional members of the bundle.
    var further: [String: [UInt8]] = [:]
    var embedder: [UInt8]? = Self.embedder()

    /// Returns a network that repeats the handedness in all outputs; `shapes` are the shapes of its inputs.
    static func embedder(inputs shapes: [[Int]] = [[1, 21, 3], [1, 1], [1, 21, 3]], outputCount: Int = 128) -> [UInt8] {
        var builder = TFLiteBuilder()
        builder.inputs = shapes.enumerated().map { builder.tensor("input \($0)", $1) }
        let handedness = shapes.firstIndex(of: [1, 1]) ?? 0
        let width = shapes[handedness].last ?? 1
        let weights = builder.tensor(
            "weights", [outputCount, width], data: [Float](repeating: 1, count: outputCount * width))
        let output = builder.tensor("embedding", [1, outputCount])
        builder.operation(
            .fullyConnected, inputs: [builder.inputs[handedness], weights, -1], outputs: [output], options: (8, [:]))
        builder.outputs = [output]
        return builder.bytes()
    }

    var bytes: Bytes {
        var entries: [ZipImage.Entry] = []
        if let embedder { entries.append(.init("gesture_embedder.tflite", embedder)) }
        if let canned { entries.append(.init("canned_gesture_classifier.tflite", canned.file)) }
        if let custom { entries.append(.init("custom_gesture_classifier.tflite", custom.file)) }
        for (name, data) in further.sorted(by: { $0.key < $1.key }) { entries.append(.init(name, data)) }
        return Bytes(ZipImage(entries).bytes)
    }

    func networks() throws(HandNetworksError) -> GestureNetworks {
        let bundle: TaskBundle
        do { bundle = try TaskBundle(bytes: bytes, file: "own.task") } catch { throw .format(error) }
        return try GestureNetworks(bundle)
    }
}

/// An open hand, as a recogniser expects it.
let openHand = HandPoints { index in
    let point = FakeNetworks.rawHand[index]
    return HandPoint(x: point.x / 224, y: point.y / 224, z: point.z / 224)
}

extension LandmarkGestureRecognizer {
    /// Returns the gesture of the open hand.
    func recognizeOpenHand(
        handedness: Handedness = .right, score: Float = 0.875, width: Int = 640, height: Int = 480,
        rotationDegrees: Int = 0
    ) throws(TegataError) -> RecognizedGesture {
        try recognize(
            landmarks: openHand, worldLandmarks: openHand, handedness: handedness, handednessScore: score,
            imageWidth: width,
            imageHeight: height, rotationDegrees: rotationDegrees)
    }
}

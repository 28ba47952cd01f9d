import Foundation
import TegataBuffers
import TegataClassifiers
import TegataFormats
import TegataGestureBundles

/// A hand pose or action classifier trained by Tegata, as a model with the interface of Create ML's models.
///
/// | feature | type | |
/// | --- | --- | --- |
/// | `poses` | N × 3 × 21, Float32 | x, y and confidence of Vision's 21 points in N frames; N is 1 for poses |
/// | `label` | text | the most probable label |
/// | `labelProbabilities` | numbers by text | the probability of every label |
/// | `isKnown` | integer | 1, or 0 if the result should be rejected because the input is unlike all training data |
///
/// Core ML cannot express "none of the labels", so there is always a label. To reject unknown inputs, use the last
/// output, which Core ML models do not have.
package final class HandClassifierModel: LoadedModel, ModelFormat {
    /// The classifier, for poses or actions.
    package let file: ClassifierFile
    package let modelDescription: MLModelDescription
    private let frameCount: Int

    package static let name = "a classifier that Tegata trained"

    package static func recognizes(_ bytes: Bytes) -> Bool {
        if ClassifierFile.isClassifier(bytes) { return true }
        // If a bundle's custom classifier needs an embedding, it is a gesture bundle.
        switch try? ClassifierFile(fileOrBundle: bytes, file: "") {
        case .pose, .action: return true
        case .embedding, nil: return false
        }
    }

    package static func load(_ bytes: Bytes, file: String) throws -> any LoadedModel {
        let classifier: ClassifierFile
        do { classifier = try ClassifierFile(fileOrBundle: bytes, file: file) } catch {
            throw MLModelError(.io, "\(error)")
        }
        guard let model = HandClassifierModel(classifier) else {
            throw MLModelError(
                .io,
                "\(file): the classifier needs the embedder of a gesture bundle; pass the .task file that was trained."
            )
        }
        return model
    }

    /// Creates a model; nil for a classifier that takes embeddings, because key points alone are not enough for it.
    package init?(_ file: ClassifierFile) {
        switch file {
        case .pose: frameCount = 1
        case .action(let classifier): frameCount = classifier.features.windowSize
        case .embedding: return nil
        }
        self.file = file
        modelDescription = MLModelDescription(
            classifierOf: [
                MLFeatureDescription(
                    name: Self.inputName, shapes: [[frameCount, 3, HandKeyPoints.pointCount]], dataType: .float32)
            ], labels: file.head.labels,
            otherOutputs: [MLFeatureDescription(name: Self.knownName, type: .int64)],
            metadata: file.card.modelMetadata(labels: file.head.labels))
    }

    private static let inputName = "poses"
    private static let knownName = "isKnown"

    package func outputs(for inputs: any MLFeatureProvider) throws -> any MLFeatureProvider {
        let numbers = inputs.featureValue(for: Self.inputName)?.multiArrayValue?.numbers(as: Float.self) ?? []
        let frames = stride(from: 0, to: numbers.count, by: HandKeyPoints.valueCount).compactMap { start in
            HandKeyPoints(poses: numbers[start..<min(start + HandKeyPoints.valueCount, numbers.count)])
        }
        guard frames.count == frameCount else {
            throw MLModelError(
                .featureType, "The feature \(Self.inputName) does not have \(frameCount) × 3 × 21 numbers.")
        }
        let prediction = predict(frames)
        return try MLDictionaryFeatureProvider(
            probabilities: prediction.probabilities, of: file.head.labels,
            others: [Self.knownName: MLFeatureValue(int64: prediction.isKnown ? 1 : 0)])
    }

    /// Returns the result for the number of frames that the model takes.
    package func predict(_ frames: [HandKeyPoints]) -> ClassifierPrediction {
        switch file {
        case .pose(let classifier): classifier.predict(frames.first ?? HandKeyPoints())
        case .action(let classifier): classifier.predict(frames)
        case .embedding: file.head.nothing
        }
    }
}

extension MLDictionaryFeatureProvider {
    /// Creates the outputs of a classifier: the label of the most likely class, the probabilities of all labels, and
    /// optionally others.
    ///
    /// If probabilities are equal, the first class wins. If classes share a label, the highest of their probabilities
    /// counts.
    package convenience init(
        probabilities: [Float], of labels: [String], others: [String: MLFeatureValue] = [:]
    ) throws {
        guard let best = probabilities.indices.max(by: { probabilities[$0] < probabilities[$1] }),
            labels.count == probabilities.count
        else {
            throw MLModelError(
                .generic, "The model returned \(probabilities.count) probabilities for \(labels.count) labels.")
        }
        let first = probabilities.firstIndex(of: probabilities[best]) ?? best
        var byLabel: [AnyHashable: NSNumber] = [:]
        for (label, probability) in zip(labels, probabilities) {
            let known = byLabel[label]?.doubleValue ?? -.infinity
            byLabel[label] = NSNumber(value: max(known, Double(probability)))
        }
        var values = others
        values[MLModelDescription.labelName] = MLFeatureValue(string: labels[first])
        values[MLModelDescription.probabilitiesName] = try MLFeatureValue(dictionary: byLabel)
        self.init(values: values)
    }
}

extension HandKeyPoints {
    /// Creates a hand from part of the `poses` input of Core ML's hand classifiers: rows of x, y and confidence, as in
    /// Vision's key-point arrays. In `poses`, y points upwards; in this type, it points downwards. Points without
    /// confidence stay 0.
    package init?(poses: some RandomAccessCollection<Float>) {
        self.init(values: poses.map { $0 })
        flip()
    }

    /// The hand as `poses` values, which include neither the chirality nor the aspect ratio of the image.
    package var poses: [Float] {
        var hand = self
        hand.flip()
        return (0..<Self.valueCount).map { hand.values[$0] }
    }

    /// The hand reduced to the information in `poses`.
    package var asPoses: HandKeyPoints {
        var hand = self
        hand.chirality = .unknown
        hand.aspectRatio = 1
        return hand
    }

    private mutating func flip() {
        for index in 0..<Self.pointCount where values[2 * Self.pointCount + index] > 0 {
            values[Self.pointCount + index] = 1 - values[Self.pointCount + index]
        }
    }
}

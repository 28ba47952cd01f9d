import Foundation
import TegataBuffers
import TegataFormats
import TegataHands

/// A model created from the classifier in a gesture bundle such as `gesture_recognizer.task`.
///
/// The bundle's embedder needs a hand's landmarks in the image and in space, and the probability that it is a right
/// hand. Image landmarks are first scaled to a square, so the size of the image is also an input:
///
/// | input | type | |
/// | --- | --- | --- |
/// | `landmarks` | 1 × 21 × 3 or 21 × 3 | x and y as fractions of the image's width and height from its upper left corner, z as in the landmarker's result |
/// | `worldLandmarks` | 1 × 21 × 3 or 21 × 3 | metres |
/// | `handedness` | Double | the probability of a right hand, from 0 to 1 |
/// | `imageWidth`, `imageHeight` | integer, optional | the size of the image; square if both are missing |
///
/// The result comes from the custom classifier, or from the canned classifier if there is no custom one. All classes
/// are considered, regardless of the threshold in the metadata, because Core ML classifiers always return a result.
final class GestureBundleModel: LoadedModel, ModelFormat, @unchecked Sendable {
    let modelDescription: MLModelDescription
    private let labels: [String]
    private let usesCustom: Bool
    private let recognizer: LandmarkGestureRecognizer
    private let lock = NSLock()

    static let name = "a gesture bundle such as gesture_recognizer.task"

    static func recognizes(_ bytes: Bytes) -> Bool {
        (try? TaskBundle(bytes: bytes, file: "")) != nil
    }

    static func load(_ bytes: Bytes, file: String) throws -> any LoadedModel {
        do { return try GestureBundleModel(GestureNetworks(bundle: bytes, file: file)) } catch {
            throw MLModelError(.io, "\(error)")
        }
    }

    init(_ networks: GestureNetworks) throws {
        var options = GestureOptions()
        options.returnsDetails = true
        recognizer = try LandmarkGestureRecognizer(networks, options: options)
        usesCustom = networks.custom != nil
        let classifier = networks.custom ?? networks.canned
        let count = classifier?.classCount ?? 0
        let names = classifier?.labels ?? []
        labels = names.isEmpty ? (0..<count).map(String.init) : names
        let points = [[1, HandPoints.count, 3], [HandPoints.count, 3]]
        modelDescription = MLModelDescription(
            classifierOf: [
                MLFeatureDescription(name: Input.landmarks, shapes: points, dataType: .float32),
                MLFeatureDescription(name: Input.worldLandmarks, shapes: points, dataType: .float32),
                MLFeatureDescription(name: Input.handedness, type: .double),
                MLFeatureDescription(name: Input.imageWidth, type: .int64, isOptional: true),
                MLFeatureDescription(name: Input.imageHeight, type: .int64, isOptional: true),
            ], labels: labels,
            metadata: [
                .description: "Recognises the gesture of a hand from its points.",
                .creatorDefinedKey: [String: String](),
            ])
    }

    private enum Input {
        static let landmarks = "landmarks"
        static let worldLandmarks = "worldLandmarks"
        static let handedness = "handedness"
        static let imageWidth = "imageWidth"
        static let imageHeight = "imageHeight"
    }

    func outputs(for inputs: any MLFeatureProvider) throws -> any MLFeatureProvider {
        let landmarks = try points(Input.landmarks, in: inputs)
        let worldLandmarks = try points(Input.worldLandmarks, in: inputs)
        let right = inputs.featureValue(for: Input.handedness)?.doubleValue ?? .nan
        guard right >= 0, right <= 1 else {
            throw MLModelError(
                .featureType,
                "The feature \(Input.handedness) is \(right). It must be the probability of a right hand, from 0 to 1.")
        }
        let (width, height) = (side(Input.imageWidth, in: inputs), side(Input.imageHeight, in: inputs))
        guard (width == nil) == (height == nil), width ?? 1 >= 1, height ?? 1 >= 1 else {
            throw MLModelError(
                .featureType,
                "The features \(Input.imageWidth) and \(Input.imageHeight) must both be at least 1, or both be omitted."
            )
        }
        let recognized = try lock.withLock {
            try recognizer.recognize(
                landmarks: landmarks, worldLandmarks: worldLandmarks, handedness: right >= 0.5 ? .right : .left,
                handednessScore: Float(max(right, 1 - right)), imageWidth: width ?? 1, imageHeight: height ?? 1)
        }
        let scores = usesCustom ? recognized.details?.custom : recognized.details?.canned
        var probabilities = [Float](repeating: 0, count: labels.count)
        for score in scores ?? [] where probabilities.indices.contains(score.index) {
            probabilities[score.index] = score.score
        }
        return try MLDictionaryFeatureProvider(probabilities: probabilities, of: labels)
    }

    private func points(_ name: String, in inputs: any MLFeatureProvider) throws -> HandPoints {
        guard let numbers = inputs.featureValue(for: name)?.multiArrayValue?.numbers(as: Float.self),
            numbers.count == HandPoints.count * 3, numbers.allSatisfy(\.isFinite)
        else {
            throw MLModelError(
                .featureType, "The feature \(name) contains a number that is not finite. Give all 21 points.")
        }
        return HandPoints { HandPoint(x: numbers[$0 * 3], y: numbers[$0 * 3 + 1], z: numbers[$0 * 3 + 2]) }
    }

    private func side(_ name: String, in inputs: any MLFeatureProvider) -> Int? {
        guard let value = inputs.featureValue(for: name), !value.isUndefined else { return nil }
        return Int(value.int64Value)
    }
}

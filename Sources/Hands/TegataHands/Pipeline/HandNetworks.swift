import TegataBuffers
import TegataFormats
import TegataInference

/// The precision with which the hand pipeline's networks compute.
///
/// Half-precision results are the same for any number of threads. They differ from single-precision results: landmarks
/// move by at most a few tenths of a pixel of the crop. Gesture networks always use single precision.
public enum HandPrecision: String, Sendable, CaseIterable {
    /// Both networks use single precision, as in MediaPipe.
    case single
    /// The landmark network, which runs for every frame of a video, uses half precision.
    case half
    /// The palm network also uses half precision. The crop then moves a little, and all landmarks with it.
    case allHalf = "all-half"
    /// The landmark network computes with 8 bits inside its 1×1 convolutions.
    case int8

    /// The precision of the palm network.
    var palmDetector: NetworkOptions.Precision { self == .allHalf ? .half : .single }
    /// The precision of the landmark network.
    var handLandmarks: NetworkOptions.Precision {
        switch self {
        case .single: .single
        case .half, .allHalf: .half
        case .int8: .int8
        }
    }
}

/// The networks of the hand pipeline. Running them does not change them, so several pipelines can share a set.
public struct HandNetworks: Sendable {
    /// The network that finds palms in a whole image.
    public let palmDetector: Network
    /// The network that finds a hand's points in a crop.
    public let handLandmarks: Network
    /// The networks that recognise gestures from a hand's points; nil unless requested.
    public internal(set) var gestures: GestureNetworks?
    let palmInput: ImageInput
    let handInput: ImageInput

    /// Loads the networks of a bundle such as `hand_landmarker.task` or `gesture_recognizer.task`, excluding the
    /// gesture networks; `file` names the bundle in errors.
    ///
    /// The arithmetic of the networks is determined by `precision`, not by `options`.
    public init(
        bundle bytes: Bytes, file: String, options: NetworkOptions = NetworkOptions(),
        precision: HandPrecision = .single
    ) throws(TegataError) {
        let bundle: TaskBundle
        do { bundle = try TaskBundle(bytes: bytes, file: file) } catch { throw TegataError(error) }
        do { try self.init(bundle, options: options, precision: precision) } catch { throw TegataError(error) }
    }

    package init(
        _ bundle: TaskBundle, options: NetworkOptions = NetworkOptions(), precision: HandPrecision = .single
    ) throws(HandNetworksError) {
        let palmFile: NetworkFile
        let handFile: NetworkFile
        do {
            palmFile = try bundle.network(.palmDetector)
            handFile = try bundle.network(.handLandmarks)
        } catch { throw .format(error) }
        try self.init(palmDetector: palmFile, handLandmarks: handFile, options: options, precision: precision)
    }

    package init(
        palmDetector palmFile: NetworkFile, handLandmarks handFile: NetworkFile,
        options: NetworkOptions = NetworkOptions(), precision: HandPrecision = .single
    ) throws(HandNetworksError) {
        var options = options
        do {
            options.precision = precision.palmDetector
            palmDetector = try Network(palmFile.model, file: palmFile.file, options: options)
            options.precision = precision.handLandmarks
            handLandmarks = try Network(handFile.model, file: handFile.file, options: options)
        } catch { throw .network(error) }
        try palmDetector.checkInputs([[1, ImageInput.palmSide, ImageInput.palmSide, 3]])
        try handLandmarks.checkInputs([[1, ImageInput.handSide, ImageInput.handSide, 3]])
        let anchors = PalmAnchors(inputSide: ImageInput.palmSide).centers.count
        try palmDetector.checkOutputs([anchors * PalmDecoder.valuesPerAnchor, anchors])
        try handLandmarks.checkOutputs([3 * HandPoints.count, 1, 1, 3 * HandPoints.count])
        palmInput = try ImageInput(palmFile)
        handInput = try ImageInput(handFile)
    }
}

/// The conversion from bytes to the values of a network's image input.
package struct ImageInput: Sendable, Equatable {
    package static let palmSide = 192
    package static let handSide = 224
    /// The conversion to the range 0…1.
    package static let unitRange = ImageInput(mean: 0, standardDeviation: 255)

    let scale: Float
    let offset: Float

    /// Creates the conversion value = byte · scale + offset, with the range for 0…255 computed as in MediaPipe.
    init(mean: Float, standardDeviation: Float) {
        let low = (0 - mean) / standardDeviation
        let high = (255 - mean) / standardDeviation
        scale = (high - low) / 255
        offset = low
    }

    init(_ file: NetworkFile) throws(HandNetworksError) {
        let normalization = file.normalization(ofInput: 0)
        guard let mean = normalization.means.first, let deviation = normalization.standardDeviations.first,
            normalization.means.allSatisfy({ $0 == mean }),
            normalization.standardDeviations.allSatisfy({ $0 == deviation }), deviation > 0
        else { throw .normalization(file: file.file) }
        self.init(mean: mean, standardDeviation: deviation)
    }
}

extension Network {
    /// Checks that all inputs are floats of these shapes.
    func checkInputs(_ shapes: [[Int]]) throws(HandNetworksError) {
        guard inputs.count == shapes.count, zip(inputs, shapes).allSatisfy({ $0.shape == $1 && $0.isFloat }) else {
            throw .inputs(file: file, found: inputs.map { $0.shape }, expected: shapes)
        }
    }

    /// Checks that the first outputs are floats with these counts.
    func checkOutputs(_ counts: [Int]) throws(HandNetworksError) {
        guard outputs.count >= counts.count, zip(outputs, counts).allSatisfy({ $0.count == $1 && $0.isFloat }) else {
            throw .outputs(file: file, found: outputs.map { $0.count }, expected: counts)
        }
    }
}

extension TensorDescription {
    var isFloat: Bool { elementType == "float32" }
}

/// An error that occurs when using a bundle. Large cases are indirect, as in ``NetworkError``.
package enum HandNetworksError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The bytes are not a bundle, or a part of it is damaged.
    indirect case format(ModelFormatError)
    /// A network cannot be loaded.
    indirect case network(NetworkError)
    /// A network does not have the inputs of a hand network.
    case inputs(file: String, found: [[Int]], expected: [[Int]])
    /// A network does not have the outputs of a hand network.
    case outputs(file: String, found: [Int], expected: [Int])
    /// The pixel normalisation differs between channels or is invalid.
    case normalization(file: String)
    /// The bundle has no embedder or no classifier.
    case gesturesMissing(file: String)
    /// A classifier has labels, but not one for each class.
    case labelCount(file: String, labels: Int, classes: Int)

    package var description: String {
        switch self {
        case .format(let error): error.description
        case .network(let error): error.description
        case .inputs(let file, let found, let expected):
            "\(file): the network's inputs are \(found), not \(expected) floats; use a bundle with MediaPipe's hand networks"
        case .outputs(let file, let found, let expected):
            "\(file): the network's outputs have \(found) values, not \(expected) floats; use a bundle with MediaPipe's hand networks"
        case .normalization(let file):
            "\(file): the metadata has a normalisation that differs between channels or divides by 0; use one mean and one "
                + "positive deviation for all channels"
        case .gesturesMissing(let file):
            "\(file): there are no gesture networks (\(TaskBundle.Role.gestureEmbedder.memberName) and a classifier); use a gesture recogniser's "
                + "bundle"
        case .labelCount(let file, let labels, let classes):
            "\(file): there are \(labels) labels for \(classes) classes; correct the metadata"
        }
    }
}

extension TegataError {
    /// Creates the error that users see.
    package init(_ error: HandNetworksError) {
        switch error {
        case .format(let error): self.init(error)
        case .network(let error): self.init(error)
        case .gesturesMissing(let file): self.init(.notFound, file: file, description: error.description)
        case .inputs(let file, _, _), .outputs(let file, _, _), .normalization(let file), .labelCount(let file, _, _):
            self.init(.unusableModel, file: file, description: error.description)
        }
    }
}

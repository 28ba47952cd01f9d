/// A model's description of itself: the flatbuffer in its `TFLITE_METADATA` buffer.
package struct ModelMetadata: Sendable {
    package let name: String?
    package let description: String?
    package let version: String?
    package let author: String?
    package let license: String?
    /// The oldest parser version that can read all of this metadata.
    package let minimumParserVersion: String?
    package let associatedFiles: [AssociatedFile]
    package let subgraphs: [SubgraphMetadata]
}

/// The metadata of a subgraph. Tensors are in the subgraph's order.
package struct SubgraphMetadata: Sendable {
    package let name: String?
    package let description: String?
    package let inputs: [TensorMetadata]
    package let outputs: [TensorMetadata]
    package let associatedFiles: [AssociatedFile]
}

/// The metadata of an input or output.
package struct TensorMetadata: Sendable {
    package let name: String?
    package let description: String?
    package let dimensionNames: [String]
    package let content: TensorContent?
    /// The processing steps, at most one of each kind.
    package let processUnits: [ProcessUnit]
    /// The smallest and largest values, per channel or one for all channels.
    package let minimums: [Float]
    package let maximums: [Float]
    package let associatedFiles: [AssociatedFile]
}

/// The content of a tensor.
package enum TensorContent: Equatable, Sendable {
    case feature
    case image(colorSpace: ColorSpace, defaultSize: ImageSize?)
    case boundingBox
    case audio(sampleRate: Int, channels: Int)
    /// A content type that is newer than the supported schema.
    case unknown(UInt8)

    package enum ColorSpace: UInt8, Sendable {
        case unknown, rgb, grayscale
    }

    package struct ImageSize: Equatable, Sendable {
        package let width: Int
        package let height: Int

        package init(width: Int, height: Int) {
            self.width = width
            self.height = height
        }
    }
}

/// A processing step before an input or after an output.
package enum ProcessUnit: Equatable, Sendable {
    case normalization(Normalization)
    case scoreCalibration(transformation: UInt8, defaultScore: Float)
    case scoreThresholding(Float)
    /// A tokenizer, or a step that is newer than the supported schema.
    case other(UInt8)

    /// The name of this kind of step in errors.
    package var kind: String {
        switch self {
        case .normalization: "normalisation"
        case .scoreCalibration: "score calibration"
        case .scoreThresholding: "score thresholding"
        case .other(let type): "type \(type)"
        }
    }
}

/// (pixel − mean) ÷ standard deviation, with pixels from 0 to 255. There is either one value for all channels or one
/// for each.
package struct Normalization: Equatable, Sendable {
    package let means: [Float]
    package let standardDeviations: [Float]

    /// The default for image inputs without metadata: pixels become 0…1.
    package static let unitRange = Normalization(means: [0], standardDeviations: [255])

    package init(means: [Float], standardDeviations: [Float]) {
        self.means = means
        self.standardDeviations = standardDeviations
    }
}

/// A file associated with a model or tensor, in the archive appended to the network.
package struct AssociatedFile: Equatable, Sendable {
    package let name: String
    package let description: String?
    package let kind: Kind
    /// The language of the file, such as "de".
    package let locale: String?
    package let version: String?

    package enum Kind: UInt8, Sendable {
        case unknown, descriptions, axisLabels, valueLabels, scoreCalibration, vocabulary, nearestNeighbours
    }
}

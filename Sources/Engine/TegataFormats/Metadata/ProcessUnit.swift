/// A step in front of an input or behind an output.
package enum ProcessUnit: Equatable, Sendable {
    case normalization(Normalization)
    case scoreCalibration(transformation: UInt8, defaultScore: Float)
    case scoreThresholding(Float)
    /// A tokenizer, or something that the schema did not have yet.
    case other(UInt8)

    /// What kind of step this is, as errors call it.
    package var kind: String {
        switch self {
        case .normalization: "normalisation"
        case .scoreCalibration: "score calibration"
        case .scoreThresholding: "score thresholding"
        case .other(let type): "type \(type)"
        }
    }
}

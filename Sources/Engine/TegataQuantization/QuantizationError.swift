import TegataBuffers
import TegataFormats
import TegataInference

/// The reason why a network's weights cannot become bytes.
package enum QuantizationError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The file is damaged, or cannot be written with different weights.
    case format(ModelFormatError)
    /// The network cannot be loaded.
    case network(NetworkError)
    /// The network has no 1×1 convolutions with float weights.
    case noProducts(file: String)
    /// The network has several inputs, or inputs or outputs of a type other than float32.
    case interface(file: String)
    /// The network already has 8-bit weights, which cannot be chosen again.
    case hasBytes(file: String)
    /// A calibration input has the wrong number of values.
    case inputCount(found: Int, expected: Int)
    /// An operator has no integer form here.
    case noIntegers(file: String, operatorName: String)
    /// The outputs contain values that are not numbers.
    case notFinite(file: String)

    package var description: String {
        switch self {
        case .format(let error): error.description
        case .network(let error): error.description
        case .noProducts(let file):
            "\(file): has no 1×1 convolutions with float weights; pass a published hand network"
        case .interface(let file):
            "\(file): must have one input, and only float32 inputs and outputs; pass a published hand network"
        case .hasBytes(let file): "\(file): already has 8-bit weights; pass the original bundle or network"
        case .inputCount(let found, let expected):
            "a calibration input has \(found) values instead of \(expected); pass crops of the network's size"
        case .noIntegers(let file, let name):
            "\(file): \(name) cannot compute with integers here; pass a published hand network"
        case .notFinite(let file): "\(file): the outputs are not finite numbers; pass another network"
        }
    }
}

extension TegataError {
    /// Creates the error that users see.
    package init(_ error: QuantizationError) {
        switch error {
        case .format(let error): self.init(error)
        case .network(let error): self.init(error)
        case .noProducts(let file), .interface(let file), .hasBytes(let file), .notFinite(let file),
            .noIntegers(let file, _):
            self.init(.unusableModel, file: file, description: error.description)
        case .inputCount: self.init(.invalidArgument, description: error.description)
        }
    }
}

import TegataBuffers
import TegataFormats

/// A tensor of the graph.
package struct Value: Sendable {
    package var name: String
    package var type: TensorType
    package var constant: Constant?
    package var quantization: TFLiteQuantization?

    package init(name: String, type: TensorType, constant: Constant? = nil, quantization: TFLiteQuantization? = nil) {
        self.name = name
        self.type = type
        self.constant = constant
        self.quantization = quantization
    }

    /// The elements of a constant.
    package var constantView: TensorView? {
        constant?.view(shape: type.shape)
    }
}

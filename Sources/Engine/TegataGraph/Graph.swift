import TegataBuffers
import TegataFormats

/// A network whose operators are all supported and whose shapes are known. Its nodes are in an order in which they can
/// be run.
package struct Graph: Sendable {
    package let file: String
    package let name: String
    package internal(set) var values: [Value]
    /// The nodes that must be run; nodes with constant results have already been evaluated.
    package internal(set) var nodes: [Node]
    package let inputs: [Int]
    package let outputs: [Int]

    /// The number of multiply-accumulate operations in one run, capped at the largest integer.
    package var multiplyAccumulates: Int {
        nodes.reduce(0) { $0.clampedSum(with: $1.bound.multiplyAccumulates) }
    }
}

/// An operator with its operands.
package struct Node: Sendable {
    package let place: GraphError.Node
    package let bound: AnyOperator
    /// Indices into ``Graph/values``; nil for optional inputs that are absent.
    package let inputs: [Int?]
    package let outputs: [Int]
}

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

    /// The weights if they are bytes that represent floats.
    package var byteWeights: ByteWeights? { constant?.byteWeights(shape: type.shape) }

    /// The elements of a constant. They are bytes if ``byteWeights`` has them.
    package var constantView: TensorView? {
        constant?.view(shape: type.shape)
    }
}

import TegataBuffers
import TegataFormats

/// Elements that are known when the network is loaded.
///
/// float16 constants are not widened here: a float32 value may be backed by float16 elements, which ``TensorView``
/// widens when they are read and weight packing widens once.
package struct Constant: Sendable {
    private enum Storage: Sendable {
        case file(Bytes)
        case folded(AlignedBuffer)
    }

    private let storage: Storage
    /// How the elements are stored.
    package let element: ElementType

    /// Elements inside the file.
    init(_ bytes: Bytes, element: ElementType) {
        storage = .file(bytes)
        self.element = element
    }

    /// Elements computed while loading.
    package init(_ buffer: AlignedBuffer, element: ElementType) {
        storage = .folded(buffer)
        self.element = element
    }

    /// A view of the elements; the caller keeps the constant alive and never writes through the view.
    package func view(shape: Shape) -> TensorView {
        switch storage {
        case .file(let bytes):
            precondition(bytes.count >= shape.count * element.byteCount)
            guard let base = bytes.unsafeBaseAddress else { preconditionFailure("bytes have an address") }
            return TensorView(TensorType(shape, element), base: UnsafeMutableRawPointer(mutating: base))
        case .folded(let buffer):
            precondition(buffer.count >= shape.count * element.byteCount)
            return TensorView(TensorType(shape, element), base: buffer.base)
        }
    }
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

    /// The elements of a constant.
    package var constantView: TensorView? {
        constant?.view(shape: type.shape)
    }
}

/// An operator with its operands.
package struct Node: Sendable {
    package let place: GraphError.Node
    package let bound: BoundOperator
    /// Indices into ``Graph/values``; nil for optional inputs that are absent.
    package let inputs: [Int?]
    package let outputs: [Int]
}

/// A network whose operators are all supported, whose shapes are known and whose nodes stand in an order in which they
/// can run.
package struct Graph: Sendable {
    package let file: String
    package let name: String
    package internal(set) var values: [Value]
    /// The nodes that are left to run; those with constant results have been evaluated.
    package internal(set) var nodes: [Node]
    package let inputs: [Int]
    package let outputs: [Int]

    /// Multiply-accumulates of one run; the largest integer where they are more.
    package var multiplyAccumulates: Int {
        var total = 0
        for node in nodes {
            let (sum, overflow) = total.addingReportingOverflow(node.bound.multiplyAccumulates)
            if overflow { return .max }
            total = sum
        }
        return total
    }
}

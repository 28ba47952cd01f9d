import TegataBuffers
import TegataGraph

/// Runs a graph with the naive evaluators, using separate memory for every value. Plans are tested against its results.
package final class ReferenceInterpreter {
    private let graph: Graph
    private let buffers: [AlignedBuffer?]
    /// Kept alive for the views.
    private let constants: [Constant?]
    private let views: [TensorView]

    package init(_ graph: Graph) {
        self.graph = graph
        var buffers: [AlignedBuffer?] = []
        var constants: [Constant?] = []
        var views: [TensorView] = []
        for var value in graph.values {
            value.widenConstant()
            constants.append(value.constant)
            if let view = value.constantView {
                buffers.append(nil)
                views.append(view)
            } else {
                let buffer = AlignedBuffer(byteCount: value.type.byteCount)
                buffers.append(buffer)
                views.append(TensorView(value.type, base: buffer.base))
            }
        }
        self.buffers = buffers
        self.constants = constants
        self.views = views
    }

    /// Returns the memory of a value of the graph.
    package func view(of value: Int) -> TensorView { views[value] }

    /// Evaluates all nodes in order.
    package func run() {
        for node in graph.nodes {
            node.bound.evaluate(
                Operands(inputs: node.inputs.map { $0.map { views[$0] } }, outputs: node.outputs.map { views[$0] }))
        }
    }
}

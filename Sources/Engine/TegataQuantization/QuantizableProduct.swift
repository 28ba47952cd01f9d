import TegataBuffers
import TegataFormats
import TegataGraph

/// A 1×1 convolution whose weights can become bytes.
package struct QuantizableProduct: Sendable {
    /// The tensor of the weights.
    package let filter: Int
    /// The tensors that the convolutions with these weights read.
    package let inputs: [Int]
    /// The elements of biases that the file does not store as float32, by tensor.
    package let biases: [Int: [Float]]
    /// The number of output pixels.
    package let pixels: Int
    /// The number of input channels.
    package let depth: Int
    /// The number of output channels.
    package let channels: Int
    /// The weights, one output channel after another.
    package let weights: [Float]

    /// The number of weights.
    package var count: Int { depth * channels }
    /// The extents of the product: pixels, input channels and output channels.
    package var name: String { "\(pixels)×\(depth)×\(channels)" }

    /// With fewer input channels, converting inputs is not worthwhile. For more, the time grows with the cube of their
    /// number.
    private static let depths = 8...2048
    /// The maximum sum of the squares of depths, to which the memory for calibration is proportional. Products beyond
    /// it keep their weights.
    private static let mostMoments = 1 << 26
    /// The maximum number of products. Any others keep their weights.
    private static let mostProducts = 512

    /// Returns the products of a network in the order in which they run.
    static func all(in model: TFLiteModel, _ graph: Graph) -> [QuantizableProduct] {
        guard let subgraph = model.subgraphs.first else { return [] }
        var products: [QuantizableProduct] = []
        var momentCount = 0
        for node in graph.nodes where products.count < mostProducts {
            let entry = subgraph.operators[node.place.index]
            guard entry.code.builtin == .conv2D, let filter = entry.inputs[1],
                !products.contains(where: { $0.filter == filter })
            else { continue }
            let users = subgraph.operators.filter { $0.inputs.contains(filter) }
            let inputs = users.compactMap { $0.inputs[0] }
            guard users.allSatisfy({ $0.code.builtin == .conv2D && $0.inputs[1] == filter }),
                !subgraph.outputs.contains(filter), inputs.allSatisfy({ graph.values[$0].constant == nil })
            else { continue }
            let value = graph.values[filter]
            let shape = value.type.shape.dimensions
            let picture = graph.values[inputs[0]].type.shape
            guard let view = value.constantView, value.type.element == .float32, shape.count == 4, shape[1] == 1,
                shape[2] == 1, picture.dimensions.last == shape[3], depths.contains(shape[3]),
                users.allSatisfy({ keepsPixels($0, graph) })
            else { continue }
            let pixels = picture.count / shape[3]
            guard pixels > 1, momentCount + shape[3] * shape[3] <= mostMoments else { continue }
            let weights = (0..<view.count).map { view[$0] }
            guard weights.allSatisfy(\.isFinite) else { continue }
            momentCount += shape[3] * shape[3]
            products.append(
                QuantizableProduct(
                    filter: filter, inputs: inputs, biases: biases(of: users, model, graph), pixels: pixels,
                    depth: shape[3], channels: shape[0], weights: weights))
        }
        return products
    }

    /// LiteRT's XNNPACK accepts the biases of convolutions with byte weights only as float32 constants.
    private static func biases(
        of users: [TFLiteOperator], _ model: TFLiteModel, _ graph: Graph
    ) -> [Int: [Float]] {
        var biases: [Int: [Float]] = [:]
        for user in users where user.inputs.count > 2 {
            guard let bias = user.inputs[2], let view = graph.values[bias].constantView else { continue }
            let isFloat = model.buffers[model.subgraphs[0].tensors[bias].bufferIndex].count > 0
            if !isFloat { biases[bias] = (0..<view.count).map { view[$0] } }
        }
        return biases
    }

    /// Whether a convolution has an output pixel for each input pixel.
    private static func keepsPixels(_ entry: TFLiteOperator, _ graph: Graph) -> Bool {
        guard let input = entry.inputs[0], let output = entry.outputs.first else { return false }
        return graph.values[input].type.shape.dimensions.dropLast()
            == graph.values[output].type.shape.dimensions.dropLast()
    }
}

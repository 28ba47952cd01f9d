import TegataBLAS
import TegataBuffers
import TegataFormats
import TegataGraph
import TegataKernelSelection

/// A loaded network: weights packed for this processor and a plan of its steps. Runs do not change it, so any number of
/// sessions, on any threads, can share it.
public final class Network: Sendable {
    /// The file name used in errors.
    public let file: String
    /// The inputs of the network.
    public let inputs: [TensorDescription]
    /// The outputs of the network.
    public let outputs: [TensorDescription]
    /// The name of the selected kernel set.
    public let level: String
    /// The number of multiply-accumulate operations in one run.
    public let multiplyAccumulates: Int

    package let plan: Plan

    /// The rewrites that loading applies, in order.
    public static var passNames: [String] { passList.map { $0.name } }

    /// Loads a network from the bytes of a `.tflite` file; errors refer to it as `file`.
    public convenience init(_ bytes: Bytes, file: String, options: NetworkOptions = NetworkOptions())
        throws(TegataError)
    {
        let model: TFLiteModel
        do { model = try TFLiteModel(bytes: bytes, file: file) } catch { throw TegataError(error) }
        do { try self.init(model, file: file, options: options) } catch { throw TegataError(error) }
    }

    /// Loads a network from a model that has already been read.
    package init(
        _ model: TFLiteModel, file: String, options: NetworkOptions = NetworkOptions()
    ) throws(NetworkError) {
        let limits = GraphLimits()
        let graph: Graph
        do { graph = try Graph(model, file: file, limits: limits) } catch { throw .graph(error) }
        let lowered = LoweredGraph(graph, limit: limits.steps)
        plan = try Plan(lowered, options: options, limits: limits, fileByteCount: model.bytes.count)
        model.bytes.releasePages()
        self.file = file
        level = plan.level
        multiplyAccumulates = graph.multiplyAccumulates
        func describe(_ value: Int) -> TensorDescription {
            let value = lowered.values[value]
            return TensorDescription(
                name: value.name, shape: value.type.shape.dimensions, elementType: value.type.element.description)
        }
        inputs = lowered.inputs.map(describe)
        outputs = lowered.outputs.map(describe)
    }
}

/// An input or output of a network.
public struct TensorDescription: Equatable, Sendable {
    /// The name in the file.
    public let name: String
    /// The extents, outermost first.
    public let shape: [Int]
    /// The name of the element type, such as `float32`.
    public let elementType: String

    /// The number of elements.
    public var count: Int { shape.reduce(1, *) }
}

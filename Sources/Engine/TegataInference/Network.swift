import TegataBLAS
import TegataBuffers
import TegataFormats
import TegataGraph
import TegataKernelSelection

/// A loaded network: weights packed for this processor and a plan of what to run. It is not changed by running, so that
/// any number of sessions, on any threads, share it.
public final class Network: Sendable {
    /// The file, as errors name it.
    public let file: String
    /// What the network takes.
    public let inputs: [TensorDescription]
    /// What the network answers.
    public let outputs: [TensorDescription]
    /// The kernel set that was chosen.
    public let level: String
    /// Multiply-accumulates of one run.
    public let multiplyAccumulates: Int

    package let plan: Plan

    /// The rewrites that loading applies, in order.
    public static var passNames: [String] { passList.map { $0.name } }

    /// Loads a network from the bytes of a `.tflite` file; `file` names it in errors.
    public convenience init(_ bytes: Bytes, file: String, options: NetworkOptions = NetworkOptions())
        throws(TegataError)
    {
        let model: TFLiteModel
        do { model = try TFLiteModel(bytes: bytes, file: file) } catch { throw TegataError(error) }
        do { try self.init(model, file: file, options: options) } catch { throw TegataError(error) }
    }

    /// Loads a network from a model that has been read.
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
    /// Extents, outermost first.
    public let shape: [Int]
    /// Such as `float32`.
    public let elementType: String

    /// The number of elements.
    public var count: Int { shape.reduce(1, *) }
}

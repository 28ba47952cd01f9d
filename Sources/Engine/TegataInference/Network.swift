import TegataBLAS
import TegataBuffers
import TegataFormats
import TegataGraph
import TegataKernelSelection

/// How a network is prepared.
public struct NetworkOptions: Sendable {
    /// Who multiplies matrices.
    public enum Backend: String, Sendable, CaseIterable {
        /// Tegata's own kernels, or OpenBLAS where that is faster and installed: with baseline kernels on a processor
        /// that has AVX2.
        case automatic
        /// Tegata's own kernels.
        case simd
        /// OpenBLAS, loaded when first used.
        case blas
    }

    /// The kernel set by name, such as `avx2`; nil takes what the environment variable `TEGATA_ISA` says, or else the
    /// best that the processor has.
    public var level: String?
    public var backend: Backend
    /// Names of rewrites to leave out, as ``Network/passNames`` lists them.
    public var disabledPasses: [String]
    /// Whether to save work by rewrites after which results are no longer LiteRT's to the last bit.
    public var allowsOtherRounding: Bool

    public init(
        level: String? = nil, backend: Backend = .automatic, disabledPasses: [String] = [],
        allowsOtherRounding: Bool = false
    ) {
        self.level = level
        self.backend = backend
        self.disabledPasses = disabledPasses
        self.allowsOtherRounding = allowsOtherRounding
    }
}

/// Why a network cannot be loaded.
public enum NetworkError: Error, Equatable, Sendable, CustomStringConvertible {
    case file(FileError)
    case format(ModelFormatError)
    case graph(GraphError)
    case kernels(KernelSelectionError)
    case blas(BLASError)
    case unknownPass(String)

    public var description: String {
        switch self {
        case .file(let error): error.description
        case .format(let error): error.description
        case .graph(let error): error.description
        case .kernels(let error): error.description
        case .blas(let error): error.description
        case .unknownPass(let name): "there is no pass \"\(name)\"; choose from \(Network.passNames)"
        }
    }
}

/// An input or output of a network.
public struct TensorDescription: Equatable, Sendable {
    public let name: String
    /// Extents, outermost first.
    public let shape: [Int]
    /// Such as `float32`.
    public let elementType: String

    /// The number of elements.
    public var count: Int { shape.reduce(1, *) }
}

/// A loaded network: weights packed for this processor and a plan of what to run. It is not changed by running, so that
/// any number of sessions, on any threads, share it.
public final class Network: Sendable {
    /// The file, as errors name it.
    public let file: String
    public let inputs: [TensorDescription]
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
        throws(NetworkError)
    {
        let model: TFLiteModel
        do { model = try TFLiteModel(bytes: bytes, file: file) } catch { throw .format(error) }
        try self.init(model, file: file, options: options)
    }

    /// Loads a network from a model that has been read.
    package init(
        _ model: TFLiteModel, file: String, options: NetworkOptions = NetworkOptions()
    ) throws(NetworkError) {
        let limits = GraphLimits()
        let graph: Graph
        do { graph = try Graph(model, file: file, limits: limits) } catch { throw .graph(error) }
        let lowered = LoweredGraph(graph)
        plan = try Plan(lowered, options: options, limits: limits)
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

import TegataBuffers
import TegataGraph
import TegataKernelABI

/// Turns a lowered graph's instructions into steps: binds them to kernels, packed weights and positions in the arena.
struct PlanBuilder {
    let graph: LoweredGraph
    let arena: ArenaPlan
    private let choice: KernelChoice
    /// What 8-bit products need to know about their inputs; empty if there are no 8-bit kernels.
    let productInputs: ProductInputs
    /// Constants in the form that steps read; the network keeps them alive.
    private(set) var retained: [AlignedBuffer] = []
    /// The size of those constants in bytes, and its limit.
    private(set) var constantByteCount = 0
    private let mostConstantBytes: Int
    private var widened: [Int: Operand] = [:]
    /// The filter most recently converted from bytes, with its value. Others are not kept, because packing copies them.
    private var convertedBytes: (value: Int, floats: AlignedBuffer)?
    var weights: WeightMemory

    init(graph: LoweredGraph, arena: ArenaPlan, choice: KernelChoice, mostConstantBytes: Int) throws(GraphError) {
        self.graph = graph
        self.arena = arena
        self.choice = choice
        productInputs = choice.int8Kernels == nil ? ProductInputs() : ProductInputs(of: graph)
        self.mostConstantBytes = mostConstantBytes
        weights = WeightMemory(least: 0)
        let packed = choice.backend.usesOwnKernels ? leastPackedByteCount : 0
        weights = WeightMemory(least: min(packed, mostConstantBytes))
        try checkConstants(byteCount: packed)
    }

    var kernels: KernelSet { choice.kernels }
    var float16Kernels: KernelSet? { choice.float16Kernels }
    var int8Kernels: Int8KernelSet? { choice.int8Kernels }
    var usesFileBytesOnly: Bool { choice.usesFileBytesOnly }
    var backend: MatrixBackend { choice.backend }

    private func checkConstants(byteCount: Int) throws(GraphError) {
        guard byteCount <= mostConstantBytes else {
            throw GraphError(
                file: graph.file, node: nil,
                problem: .tooLarge(what: "the packed weights and tables", bytes: byteCount, limit: mostConstantBytes))
        }
    }

    mutating func build() throws(GraphError) -> [PlanStep] {
        var steps: [PlanStep] = []
        for instruction in graph.instructions {
            try checkConstants(byteCount: constantByteCount.clampedSum(with: mostConstantBytes(of: instruction)))
            steps.append(instruction.visit(Binding())(&self))
        }
        return steps
    }

    /// Returns the kernels for a value's elements.
    func kernels(for value: Int) -> KernelSet {
        switch graph.values[value].type.element {
        case .float32: return kernels
        case .float16:
            if let float16Kernels { return float16Kernels }
            fallthrough
        default: preconditionFailure("kernels work on float32, and on float16 where there are kernels for it")
        }
    }

    /// Returns the location of a value's elements. Constants are converted to the value's own type once.
    mutating func operand(_ value: Int) -> Operand {
        let type = graph.values[value].type
        if let offset = arena.offsets[value] { return Operand(arenaOffset: offset, type: type) }
        if let known = widened[value] { return known }
        guard let view = graph.values[value].constantView else {
            // Nothing writes or needs the value; it is an empty tensor.
            return Operand(arenaOffset: 0, type: type)
        }
        let weights = graph.values[value].byteWeights
        let buffer = weights?.floats() ?? AlignedBuffer(byteCount: max(type.byteCount, 1))
        if weights != nil {
            precondition(type.element == .float32, "steps read filters only as float32")
        } else if view.type.element == .float16, type.element == .float32 {
            // Copy them first, because they may be unaligned in the file.
            let bits = AlignedBuffer(byteCount: view.type.byteCount)
            bits.base.copyMemory(from: view.base, byteCount: view.type.byteCount)
            withExtendedLifetime(bits) {
                var arguments = WidenArguments(
                    input: bits.base.assumingMemoryBound(to: UInt16.self),
                    output: buffer.floats(at: 0, count: view.count),
                    count: view.count)
                kernels.widen(&arguments)
            }
        } else if view.type.element == .float32, type.element == .float16 {
            let floats = (0..<view.count).map { view[$0] }
            PackedElements(buffer, for: kernels(for: value)).store(
                floats, as: kernels(for: value).elements.input, at: 0)
        } else {
            buffer.base.copyMemory(from: view.base, byteCount: view.type.byteCount)
        }
        retain(buffer)
        let operand = Operand(constant: buffer.base, type: type)
        widened[value] = operand
        return operand
    }

    /// Returns the locations of inputs or outputs, which may be constants that no step reads.
    mutating func boundary(_ values: [Int]) throws(GraphError) -> [Operand] {
        var operands: [Operand] = []
        for value in values {
            if arena.offsets[value] == nil, widened[value] == nil {
                try checkConstants(byteCount: constantByteCount.clampedSum(with: graph.values[value].type.byteCount))
            }
            operands.append(operand(value))
        }
        return operands
    }

    /// Keeps a buffer alive for the lifetime of the network.
    mutating func retain(_ buffer: AlignedBuffer) {
        retained.append(buffer)
        constantByteCount += buffer.count
    }

    /// Whether a constant has been converted for steps that read it directly.
    func isWidened(_ value: Int) -> Bool { widened[value] != nil }

    /// Returns a filter converted from bytes, which stays in memory until another is converted or its pages are
    /// released.
    mutating func convertedFloats(_ weights: ByteWeights, of value: Int) -> UnsafePointer<Float> {
        let floats = convertedBytes?.value == value ? convertedBytes?.floats : nil
        let buffer = floats ?? weights.floats()
        convertedBytes = (value, buffer)
        return UnsafePointer(buffer.base.assumingMemoryBound(to: Float.self))
    }

    /// Releases the memory pages of a constant in the file after packing, because the loaded network no longer needs
    /// its file.
    mutating func releasePages(of value: Int) {
        if convertedBytes?.value == value { convertedBytes = nil }
        graph.values[value].constant?.releasePages()
    }

    /// Returns the size of the operands in bytes, for the profile.
    func byteCount(_ values: [Int]) -> Int {
        values.reduce(0) { $0.clampedSum(with: graph.values[$1].type.byteCount) }
    }

    func description(_ value: Int) -> String {
        graph.values[value].type.shape.description
    }
}

private struct Binding: InstructionVisitor {
    func visit<Kind: PlanInstruction>(_ kind: Kind, _: (Kind) -> Instruction) -> (inout PlanBuilder) -> PlanStep {
        { kind.step(&$0) }
    }
}

extension LoweredActivation {
    /// The activation in the form that kernels expect: kind and bounds.
    var kernelForm: (kind: Activation, low: Float, high: Float) {
        switch self {
        case .none: (.none, 0, 0)
        case .clamp(let low, let high): (.clamp, low, high)
        case .prelu: (.prelu, 0, 0)
        }
    }

    /// The bounds for kernels that always clamp.
    var bounds: (low: Float, high: Float) {
        if case .clamp(let low, let high) = self { return (low, high) }
        return (-.infinity, .infinity)
    }
}

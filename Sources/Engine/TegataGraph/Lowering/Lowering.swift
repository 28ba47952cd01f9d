import TegataBuffers

/// A network as instructions on values. A value may share the memory of another value.
package struct LoweredGraph: Sendable {
    package let file: String
    package var values: [Value]
    package var instructions: [Instruction]
    /// The location of each value's memory, either its own or inside another value's.
    package var placements: [Placement]
    package var inputs: [Int]
    package var outputs: [Int]

    /// The memory of a value.
    package enum Placement: Equatable, Sendable {
        case own
        /// Starts `byteOffset` bytes into the memory of `value`.
        case within(value: Int, byteOffset: Int)
    }

    /// Creates a graph over values that each have their own memory.
    package init(file: String, values: [Value], instructions: [Instruction], inputs: [Int], outputs: [Int]) {
        self.file = file
        self.values = values
        self.instructions = instructions
        self.inputs = inputs
        self.outputs = outputs
        placements = values.map { _ in .own }
    }

    /// Stops after the node that exceeds `limit` instructions, because no plan accepts so many.
    package init(_ graph: Graph, limit: Int = .max) {
        var lowering = Lowering(graph)
        for node in graph.nodes where lowering.instructions.count <= limit {
            lowering.begin(node)
            node.bound.lower(&lowering)
        }
        file = graph.file
        values = lowering.values
        instructions = lowering.instructions
        placements = lowering.placements
        inputs = graph.inputs
        outputs = graph.outputs
    }
}

/// Collects a graph's instructions, one node after another.
struct Lowering {
    fileprivate(set) var values: [Value]
    fileprivate(set) var instructions: [Instruction] = []
    fileprivate(set) var placements: [LoweredGraph.Placement]
    private var node: Node?

    fileprivate init(_ graph: Graph) {
        values = graph.values
        placements = values.map { _ in .own }
    }

    fileprivate mutating func begin(_ node: Node) {
        self.node = node
    }

    // MARK: The node at hand

    /// Returns the value of an input, or nil if an optional input is absent.
    func optionalInput(_ index: Int) -> Int? {
        guard let node, index < node.inputs.count else { return nil }
        return node.inputs[index]
    }

    /// Returns the value of an input whose presence the operator's initialiser has checked.
    func input(_ index: Int) -> Int {
        guard let input = optionalInput(index) else { preconditionFailure("checked when the operator was decoded") }
        return input
    }

    func output(_ index: Int = 0) -> Int {
        guard let node else { preconditionFailure("no node is being lowered") }
        return node.outputs[index]
    }

    func type(of value: Int) -> TensorType { values[value].type }

    // MARK: Results

    mutating func emit(_ instruction: Instruction) {
        instructions.append(instruction)
    }

    /// Returns a new value for an intermediate result.
    mutating func temporary(_ type: TensorType) -> Int {
        values.append(Value(name: "", type: type))
        placements.append(.own)
        return values.count - 1
    }

    /// Runs the node's naive evaluation at run time.
    mutating func emitEvaluation() {
        guard let node else { preconditionFailure("no node is being lowered") }
        emit(.evaluate(EvaluateInstruction(bound: node.bound, inputs: node.inputs, outputs: node.outputs)))
    }

    /// Gives `output` the elements of `input` in another shape, without copying if possible.
    mutating func emitReshape(of input: Int, to output: Int) {
        let count = type(of: output).shape.count
        emit(
            .copy(
                CopyInstruction(
                    input: input, output: output, elementByteCount: type(of: output).element.byteCount,
                    extents: [count],
                    inputOffset: 0, inputStrides: [1], outputOffset: 0, outputStrides: [1])))
    }
}

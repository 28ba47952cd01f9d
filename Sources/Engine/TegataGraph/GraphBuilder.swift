import TegataBuffers
import TegataFormats

/// Limits on the demands of a file, so that a small hostile file cannot demand much memory or time.
package struct GraphLimits: Sendable {
    /// The size in bytes of the largest tensor.
    package var tensorBytes = 64 << 20
    /// The size in bytes of the largest arena, which holds the tensors that are alive at the same time.
    package var arenaBytes = 128 << 20
    /// The maximum number of steps, limited because planning compares them with one another.
    package var steps = 4096
    /// The maximum number of network inputs and outputs, limited because planning compares them with one another.
    package var ports = 4096
    /// The maximum number of operators together with all their inputs and outputs; also the maximum number of tensors.
    package var operands = 1 << 16
    /// The maximum number of list elements that operators read while being decoded, counted on each read: indices,
    /// axes, extents and scales.
    package var listElements = 1 << 22
    /// The memory in bytes that each thread may use in addition to the arena while it runs a step.
    package var scratchBytes = 64 << 20
    /// The memory in bytes for packed weights and other constants in the form that steps read, in addition to
    /// ``constantBytesPerFileByte``.
    package var constantBytes = 64 << 20
    package var constantBytesPerFileByte = 8
    /// The number of bytes for constant nodes' results, per byte of the file.
    package var foldedBytesPerFileByte = 4
    /// The number of elementary operations to spend on constant nodes. Nodes that would exceed it are run later
    /// instead.
    package var foldedOperations = 1 << 23

    package init() {}
}

extension Graph {
    /// Builds a model's main subgraph: decodes every operator, checks every shape against the file and evaluates
    /// constant nodes.
    package init(_ model: TFLiteModel, file: String, limits: GraphLimits = GraphLimits()) throws(GraphError) {
        guard let subgraph = model.subgraphs.first else {
            throw GraphError(file: file, node: nil, problem: .noSubgraph)
        }
        var builder = GraphBuilder(file: file, model: model, subgraph: subgraph, limits: limits)
        try builder.checkCounts()
        try builder.readTensors()
        try builder.readOperators()
        try builder.checkOutputs()
        self.file = file
        name = subgraph.name
        values = builder.values
        nodes = builder.nodes
        inputs = subgraph.inputs
        outputs = subgraph.outputs
    }
}

private struct GraphBuilder {
    let file: String
    let model: TFLiteModel
    let subgraph: TFLiteSubgraph
    let limits: GraphLimits
    var values: [Value] = []
    var nodes: [Node] = []
    /// Whether each tensor is known before the next operator runs.
    private var isDefined: [Bool] = []
    private var folding: ConstantFolding
    private var hybridWeights = HybridWeights()

    init(file: String, model: TFLiteModel, subgraph: TFLiteSubgraph, limits: GraphLimits) {
        self.file = file
        self.model = model
        self.subgraph = subgraph
        self.limits = limits
        folding = ConstantFolding(limits: limits, fileByteCount: model.bytes.count)
    }

    /// Checks the counts that cost memory and time for each operator, before any operator is decoded.
    func checkCounts() throws(GraphError) {
        try check("inputs and outputs", subgraph.inputs.count + subgraph.outputs.count, limits.ports)
        try check("tensors", subgraph.tensors.count, limits.operands)
        var operands = 0
        for entry in subgraph.operators { operands += 1 + entry.inputs.count + entry.outputs.count }
        try check("operators with inputs and outputs", operands, limits.operands)
    }

    private func check(_ what: String, _ count: Int, _ limit: Int) throws(GraphError) {
        guard count <= limit else {
            throw GraphError(file: file, node: nil, problem: .tooMany(what: what, count: count, limit: limit))
        }
    }

    mutating func readTensors() throws(GraphError) {
        values.reserveCapacity(subgraph.tensors.count)
        for (index, tensor) in subgraph.tensors.enumerated() {
            func failure(_ reason: String) -> GraphError {
                GraphError(file: file, node: nil, problem: .tensor(index, name: tensor.name, reason: reason))
            }
            guard !tensor.isSparse else {
                throw failure("sparse tensors are not supported; convert the model without sparsity")
            }
            guard !tensor.isVariable else {
                throw failure("variable tensors are not supported; convert the model without state")
            }
            guard let element = ElementType(tensor.type) else {
                throw failure("element type \(tensor.type) is not supported; convert the model to float32")
            }
            guard let shape = Shape(tensor.shape) else {
                throw failure("shape \(tensor.shape) has negative extents or too many elements; the file is damaged")
            }
            let type = TensorType(shape, element)
            guard type.byteCount <= limits.tensorBytes else {
                throw GraphError(
                    file: file, node: nil,
                    problem: .tooLarge(
                        what: "tensor \(index) (\"\(tensor.name)\")", bytes: type.byteCount, limit: limits.tensorBytes))
            }
            var constant: Constant?
            let bytes = model.buffers[tensor.bufferIndex]
            if bytes.count > 0 {
                guard bytes.count == type.byteCount else {
                    throw failure(
                        "holds \(bytes.count) bytes, but its type \(type) takes \(type.byteCount); the file is damaged")
                }
                constant = Constant(bytes, element: element)
            }
            values.append(Value(name: tensor.name, type: type, constant: constant, quantization: tensor.quantization))
        }
        isDefined = values.map { $0.constant != nil || $0.type.shape.count == 0 }
        for input in subgraph.inputs {
            guard !isDefined[input] else {
                throw GraphError(
                    file: file, node: nil,
                    problem: .tensor(
                        input, name: values[input].name,
                        reason: "is an input of the network but is constant, empty or listed twice; the file is"
                            + " damaged"))
            }
            isDefined[input] = true
        }
    }

    /// Returns the number of list elements that an operator reads if the value is an input. Lists come from the file or
    /// from earlier nodes.
    private func listElementCount(_ value: Value) -> Int {
        let isList = value.constant != nil && (value.type.element == .int32 || value.type.element == .int64)
        return (isList ? value.type.shape.count : 0) + (value.quantization?.scales.count ?? 0)
    }

    mutating func readOperators() throws(GraphError) {
        var listElements = 0
        for (index, entry) in subgraph.operators.enumerated() {
            let place = GraphError.Node(
                index: index, operatorName: entry.code.customName ?? entry.code.builtin.name,
                outputName: entry.outputs.first.map { values[$0].name } ?? "")
            func failure(_ problem: GraphError.Problem) -> GraphError {
                GraphError(file: file, node: place, problem: problem)
            }
            guard entry.code.customName == nil, let definition = operatorDefinition(entry.code.builtin) else {
                throw failure(.unsupportedOperator)
            }
            guard definition.versions.contains(entry.code.version) else {
                throw failure(.unsupportedVersion(found: entry.code.version, supported: definition.versions))
            }
            for (position, input) in entry.inputs.enumerated() {
                guard let input else { continue }
                guard isDefined[input] else {
                    throw failure(
                        .invalidAttribute(
                            "input \(position)", found: "tensor \(input), which no earlier operator computes",
                            expected: "a constant, a network input or an earlier result"))
                }
                // Check during the addition, so that the sum cannot overflow.
                listElements += listElementCount(values[input])
                try check("elements of lists", listElements, limits.listElements)
            }
            func reader(_ inputs: [Int?]) -> NodeReader {
                NodeReader(
                    place: place, file: file, version: entry.code.version, options: entry.options,
                    optionsType: entry.optionsType,
                    inputs: inputs.map { $0.map { values[$0] } },
                    declaredOutputs: entry.outputs.map { values[$0].type },
                    outputQuantizations: entry.outputs.map { values[$0].quantization })
            }
            var inputs = entry.inputs
            if HybridWeights.isHybrid(entry, values), let weights = inputs[1] {
                inputs[1] = try hybridWeights.value(for: weights, of: reader(inputs), in: &values)
            }
            let bound = try definition.decode(reader(inputs))
            guard bound.outputTypes.count == entry.outputs.count else {
                throw failure(
                    .operandCount(kind: "outputs", found: entry.outputs.count, expected: "\(bound.outputTypes.count)"))
            }
            for (output, inferred) in zip(entry.outputs, bound.outputTypes) {
                guard values[output].type == inferred else {
                    throw failure(
                        .shapeMismatch(declared: values[output].type.description, inferred: inferred.description))
                }
                guard !isDefined[output] else {
                    throw failure(
                        .invalidAttribute(
                            "output",
                            found: "tensor \(output), which is a constant, a network input, empty or an earlier result",
                            expected: "a tensor that nothing else defines"))
                }
                isDefined[output] = true
            }
            let node = Node(place: place, bound: bound, inputs: inputs, outputs: entry.outputs)
            if !folding.fold(node, into: &values) {
                nodes.append(node)
            }
        }
    }

    func checkOutputs() throws(GraphError) {
        for output in subgraph.outputs where !isDefined[output] {
            throw GraphError(
                file: file, node: nil,
                problem: .tensor(
                    output, name: values[output].name,
                    reason: "is an output of the network, but nothing computes it; the file is damaged"))
        }
    }
}

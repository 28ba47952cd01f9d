import TegataGraph

/// Changes the values between a network's first and last products to float16.
///
/// Inputs and outputs stay float32. So do the first products, because pixels are not exact in float16 and all later
/// values depend on them, and the last products, whose results need more precision than float16 offers.
package func narrowValues(_ graph: inout LoweredGraph) {
    let isFloat = FloatValues(graph)
    for value in graph.values.indices where isFloat.canBeFloat16(value, of: graph) {
        graph.values[value].type.element = .float16
        if case .within(let owner, let byteOffset) = graph.placements[value] {
            graph.placements[value] = .within(value: owner, byteOffset: byteOffset / 2)
        }
    }
    var conversions = Conversions()
    var instructions: [Instruction] = []
    for instruction in graph.instructions {
        let result = instruction.outputs.first.map { graph.values[$0].type.element } ?? .float32
        let element = isFloat.isNarrowed(by: instruction, of: graph) ? .float32 : result
        for value in instruction.insides { graph.values[value].type.element = result }
        var converted = instruction.reading { conversions.value($0, as: element, in: &graph, before: &instructions) }
        if element == .float16, case .copy(var copy) = converted {
            copy.elementByteCount = element.byteCount
            converted = .copy(copy)
        }
        instructions.append(converted)
    }
    graph.instructions = instructions
}

/// The values that stay float32.
private struct FloatValues {
    /// Whether each value is an input, or is computed from inputs before the first products.
    private var isBeforeProducts: [Bool]
    private var isFloat: [Bool]

    init(_ graph: LoweredGraph) {
        isBeforeProducts = graph.values.map { _ in false }
        isFloat = isBeforeProducts
        for value in graph.inputs { isBeforeProducts[graph.root(of: value)] = true }
        for instruction in graph.instructions where instruction.productInput == nil {
            guard instruction.inputs.contains(where: { isBeforeProducts[graph.root(of: $0)] }) else { continue }
            for value in instruction.outputs { isBeforeProducts[graph.root(of: value)] = true }
        }
        isFloat = isBeforeProducts
        markResults(graph)
        for instruction in graph.instructions {
            if case .evaluate = instruction {
                for value in instruction.inputs + instruction.outputs { isFloat[graph.root(of: value)] = true }
            }
            if let input = instruction.productInput, isBeforeProducts[graph.root(of: input)],
                !isNarrowed(by: instruction, of: graph)
            {
                for value in instruction.outputs { isFloat[graph.root(of: value)] = true }
            }
        }
        for (index, value) in graph.values.enumerated() where value.type.element != .float32 {
            isFloat[graph.root(of: index)] = true
        }
        markResultsTogether(graph)
    }

    /// Marks the values from the last products to the outputs, as well as means over images that feed those products.
    private mutating func markResults(_ graph: LoweredGraph) {
        var isBehindProducts = graph.values.map { _ in false }
        for value in graph.outputs { isBehindProducts[graph.root(of: value)] = true }
        for instruction in graph.instructions.reversed() {
            guard instruction.outputs.contains(where: { isBehindProducts[graph.root(of: $0)] }) else { continue }
            for value in instruction.inputs where instruction.productInput == nil {
                isBehindProducts[graph.root(of: value)] = true
            }
            if let input = instruction.productInput {
                for case .reduce(let reduction) in graph.instructions where reduction.output == input {
                    isFloat[graph.root(of: input)] = true
                }
            }
        }
        for (value, isBehind) in isBehindProducts.enumerated() where isBehind { isFloat[value] = true }
    }

    /// Marks further values, because an instruction's results must all be float32 or all float16.
    private mutating func markResultsTogether(_ graph: LoweredGraph) {
        var hasChanged = true
        while hasChanged {
            hasChanged = false
            for instruction in graph.instructions {
                let roots = instruction.outputs.map { graph.root(of: $0) }
                guard roots.contains(where: { isFloat[$0] }) else { continue }
                for root in roots where !isFloat[root] {
                    isFloat[root] = true
                    hasChanged = true
                }
            }
        }
    }

    func canBeFloat16(_ value: Int, of graph: LoweredGraph) -> Bool {
        graph.values[value].constant == nil && !isFloat[graph.root(of: value)]
    }

    /// Whether the instruction is a first product that converts its sums to float16 itself.
    func isNarrowed(by instruction: Instruction, of graph: LoweredGraph) -> Bool {
        guard let input = instruction.productInput, isBeforeProducts[graph.root(of: input)] else { return false }
        switch instruction {
        case .convolution(let instruction): return instruction.canNarrow
        case .block(let instruction):
            return instruction.cut == .rows && instruction.expansion?.canNarrow == true
                && instruction.projection?.residual == nil
        default: return false
        }
    }
}

/// The conversions of values to another element type.
private struct Conversions {
    private var converted: [Int: Int] = [:]

    /// Returns the value with this element type: itself, or the result of an added conversion.
    mutating func value(
        _ value: Int, as element: ElementType, in graph: inout LoweredGraph, before instructions: inout [Instruction]
    ) -> Int {
        let original = graph.values[value]
        guard original.type.element != element, [.float32, .float16].contains(original.type.element) else {
            return value
        }
        if let known = converted[value] { return known }
        graph.values.append(
            Value(name: "", type: TensorType(original.type.shape, element), constant: original.constant))
        graph.placements.append(.own)
        let result = graph.values.count - 1
        if original.constant == nil {
            instructions.append(.convert(ConvertInstruction(input: value, output: result)))
        }
        converted[value] = result
        return result
    }
}

extension Instruction {
    /// The input of a convolution or of several convolutions; nil for other instructions.
    fileprivate var productInput: Int? {
        switch self {
        case .convolution(let instruction): instruction.input
        case .depthwise(let instruction): instruction.input
        case .block(let instruction): instruction.input
        case .heads(let instruction): instruction.heads.first?.input
        default: nil
        }
    }

    /// The values that exist only inside a block.
    fileprivate var insides: [Int] {
        guard case .block(let block) = self else { return [] }
        return [block.expansion?.output, block.projection == nil ? nil : block.depthwise.output, block.pooling?.output]
            .compactMap { $0 }
    }
}

extension ConvolutionInstruction {
    fileprivate var canNarrow: Bool { hasRuns && !isPixel && residual == nil }
}

import TegataGraph

/// Drops copies that only change the shape of the same elements; both values then share memory.
func shareReshapedMemory(_ graph: inout LoweredGraph) {
    let usage = Usage(graph)
    let instructions = graph.instructions
    graph.instructions = instructions.filter { instruction in
        guard case .copy(let copy) = instruction, copy.inputOffset == 0, copy.outputOffset == 0, copy.readsInOrder,
            copy.writesInOrder,
            graph.values[copy.input].type.byteCount == graph.values[copy.output].type.byteCount,
            copy.extents.reduce(1, *) == graph.values[copy.output].type.shape.count,
            graph.values[copy.input].constant == nil, graph.placements[copy.output] == .own,
            usage.writers[copy.output].count == 1,
            // Network inputs and outputs stay separate, even if only reshapes lie between them.
            !(usage.isBoundary[graph.root(of: copy.input)] && usage.isBoundary[copy.output])
        else { return true }
        graph.placements[copy.output] = .within(value: copy.input, byteOffset: 0)
        return false
    }
}

/// Lets an instruction write its result directly to its position in a larger value that copies would otherwise
/// assemble.
func concatenateInPlace(_ graph: inout LoweredGraph) {
    let usage = Usage(graph)
    let instructions = graph.instructions
    // Whether other values lie inside a value, other than at its start.
    var isAssembled = [Bool](repeating: false, count: graph.placements.count)
    for case .within(let value, let offset) in graph.placements where offset != 0 { isAssembled[value] = true }
    graph.instructions = instructions.filter { instruction in
        guard case .copy(let copy) = instruction, copy.inputOffset == 0, copy.readsInOrder, copy.writesInOrder,
            copy.extents.reduce(1, *) == graph.values[copy.input].type.shape.count,
            usage.writers[copy.output].allSatisfy({ instructions[$0].isCopy })
        else { return true }
        // Values that share memory move together, so nothing else may read or write the value that owns it.
        var owner = copy.input
        var members = [owner]
        while case .within(let value, let offset) = graph.placements[owner] {
            guard offset == 0, graph.values[value].type.byteCount == graph.values[copy.input].type.byteCount else {
                return true
            }
            owner = value
            members.append(owner)
        }
        guard graph.values[copy.input].constant == nil, graph.values[owner].constant == nil,
            members.allSatisfy({ !usage.isBoundary[$0] }), graph.root(of: copy.output) != owner,
            usage.readers[copy.input].count == 1, !isAssembled[owner]
        else { return true }
        let byteOffset = copy.outputOffset * copy.elementByteCount
        guard byteOffset % 4 == 0 else { return true }
        graph.placements[owner] = .within(value: copy.output, byteOffset: byteOffset)
        if byteOffset != 0 { isAssembled[copy.output] = true }
        return false
    }
}

extension LoweredGraph {
    /// Returns the value whose own memory contains `value`.
    package func root(of value: Int) -> Int {
        var value = value
        while case .within(let owner, _) = placements[value] { value = owner }
        return value
    }

    /// Returns the offset of `value`, in bytes, inside its root's memory.
    package func byteOffsetInRoot(of value: Int) -> Int {
        var value = value
        var sum = 0
        while case .within(let owner, let byteOffset) = placements[value] {
            sum += byteOffset
            value = owner
        }
        return sum
    }
}

extension Instruction {
    fileprivate var isCopy: Bool {
        if case .copy = self { return true }
        return false
    }
}

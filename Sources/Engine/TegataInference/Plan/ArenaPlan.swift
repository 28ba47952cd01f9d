import TegataBuffers
import TegataGraph

/// The location in the arena of each value computed at run time.
///
/// A value occupies its bytes from the instruction that first writes it to the last one that reads it. Network outputs
/// keep theirs until the end. Inputs keep theirs throughout, so that a caller need not write them again for the next
/// run.
struct ArenaPlan {
    /// The byte offset of each value; nil for constants and for unused values.
    let offsets: [Int?]
    let byteCount: Int

    init(_ graph: LoweredGraph) {
        var lifetimes = [Lifetime?](repeating: nil, count: graph.values.count)
        func use(_ value: Int, at instruction: Int) {
            guard graph.values[value].constant == nil else { return }
            let root = graph.root(of: value)
            var lifetime = lifetimes[root] ?? Lifetime(first: instruction, last: instruction)
            lifetime.extend(to: instruction)
            lifetimes[root] = lifetime
        }
        for (index, instruction) in graph.instructions.enumerated() {
            for value in instruction.inputs + instruction.outputs { use(value, at: index) }
        }
        for value in graph.inputs {
            use(value, at: 0)
            use(value, at: graph.instructions.count)
        }
        for value in graph.outputs { use(value, at: graph.instructions.count) }

        let owners = ArenaPlan.shareWithFinishedInputs(graph, &lifetimes)
        var blocks: [Block] = []
        for (value, lifetime) in lifetimes.enumerated() {
            guard let lifetime, owners[value] == value else { continue }
            blocks.append(
                Block(value: value, size: AlignedBuffer.aligned(graph.values[value].type.byteCount), lifetime: lifetime)
            )
        }
        var places = [Int?](repeating: nil, count: graph.values.count)
        byteCount = Self.place(&blocks)
        for block in blocks { places[block.value] = block.offset }

        offsets = graph.values.indices.map { value in
            let root = graph.root(of: value)
            return places[owners[root]].map { $0 + graph.byteOffsetInRoot(of: value) }
        }
    }

    private struct Lifetime {
        var first: Int
        var last: Int

        mutating func extend(to instruction: Int) {
            first = min(first, instruction)
            last = max(last, instruction)
        }

        func overlaps(_ other: Lifetime) -> Bool {
            first <= other.last && other.first <= last
        }
    }

    private struct Block {
        var value: Int
        var size: Int
        var lifetime: Lifetime
        var offset = 0
    }

    /// Places blocks by best fit, largest first, and returns the number of bytes needed.
    private static func place(_ blocks: inout [Block]) -> Int {
        let order = blocks.indices.sorted {
            (blocks[$0].size, blocks[$1].lifetime.first) > (blocks[$1].size, blocks[$0].lifetime.first)
        }
        var placed: [Int] = []
        var total = 0
        for index in order {
            let size = blocks[index].size
            var best: (offset: Int, gap: Int)?
            var end = 0
            for other in placed where blocks[other].lifetime.overlaps(blocks[index].lifetime) {
                let gap = blocks[other].offset - end
                if gap >= size, best.map({ gap < $0.gap }) ?? true { best = (end, gap) }
                end = max(end, blocks[other].offset.clampedSum(with: blocks[other].size))
            }
            let offset = best?.offset ?? end
            blocks[index].offset = offset
            total = max(total, offset.clampedSum(with: size))
            let position = placed.firstIndex { blocks[$0].offset > offset } ?? placed.count
            placed.insert(index, at: position)
        }
        return total
    }

    /// Lets an elementwise instruction overwrite an input that it is the last to read. Returns, for each root, the root
    /// whose memory it uses.
    private static func shareWithFinishedInputs(_ graph: LoweredGraph, _ lifetimes: inout [Lifetime?]) -> [Int] {
        var owners = Array(graph.values.indices)
        for (index, instruction) in graph.instructions.enumerated() {
            guard let output = instruction.outputs.first else { continue }
            let inPlace = instruction.inputsReadInPlace.filter {
                graph.values[$0].type.shape.count == graph.values[output].type.shape.count
            }
            for input in inPlace where graph.values[input].constant == nil {
                let from = owners[graph.root(of: input)]
                // Another operand in the same memory would be overwritten before it is read.
                let others = instruction.inputs.filter { !inPlace.contains($0) && graph.values[$0].constant == nil }
                guard !others.contains(where: { owners[graph.root(of: $0)] == from }) else { continue }
                let to = graph.root(of: output)
                guard let source = lifetimes[from], let target = lifetimes[to], owners[to] == to, from != to,
                    graph.placements[output] == .own, graph.byteOffsetInRoot(of: input) == 0, source.last == index,
                    target.first == index,
                    AlignedBuffer.aligned(graph.values[from].type.byteCount)
                        == AlignedBuffer.aligned(graph.values[to].type.byteCount)
                else { continue }
                lifetimes[from]?.extend(to: target.last)
                owners[to] = from
                break
            }
        }
        return owners
    }
}

extension Instruction {
    /// The inputs whose elements the instruction reads before it writes the same position in the output, and never
    /// afterwards.
    fileprivate var inputsReadInPlace: [Int] {
        switch self {
        case .unary(let instruction): return [instruction.input]
        case .binary(let instruction):
            guard instruction.extents.count > 0 else { return [] }
            let strides = Shape.denseStrides(of: instruction.extents)
            var inputs: [Int] = []
            if instruction.aStrides == strides { inputs.append(instruction.a) }
            if instruction.bStrides == strides { inputs.append(instruction.b) }
            return inputs
        // A residual that is also the input is read a second time.
        case .convolution(let instruction):
            guard let residual = instruction.residual, residual != instruction.input else { return [] }
            return [residual]
        case .resize(let instruction):
            guard let residual = instruction.residual, residual != instruction.input else { return [] }
            return [residual]
        case .block(let instruction): return instruction.canRunInPlace ? [instruction.input] : []
        default: return []
        }
    }
}

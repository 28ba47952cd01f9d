import TegataGraph

/// The readers and writers of each value in a list of instructions.
struct Usage {
    private(set) var readers: [[Int]]
    private(set) var writers: [[Int]]
    private(set) var isBoundary: [Bool]
    /// Whether other values lie in the value's memory, so that it is also read or written through them.
    private var holdsOthers: [Bool]

    init(_ graph: LoweredGraph) {
        readers = Array(repeating: [], count: graph.values.count)
        writers = readers
        isBoundary = Array(repeating: false, count: graph.values.count)
        holdsOthers = isBoundary
        for placement in graph.placements {
            if case .within(let owner, _) = placement { holdsOthers[owner] = true }
        }
        for (index, instruction) in graph.instructions.enumerated() {
            for input in instruction.inputs { readers[input].append(index) }
            for output in instruction.outputs { writers[output].append(index) }
        }
        for value in graph.inputs + graph.outputs { isBoundary[value] = true }
    }

    /// Returns the only instruction that writes `value` if the value has exactly one reader and nothing outside uses
    /// it; otherwise nil.
    func soleWriter(of value: Int) -> Int? {
        isPrivate(value) && readers[value].count == 1 ? writers[value][0] : nil
    }

    /// Whether a single instruction writes `value`, and only instructions that name it use it.
    func isPrivate(_ value: Int) -> Bool {
        !isBoundary[value] && !holdsOthers[value] && writers[value].count == 1
    }
}

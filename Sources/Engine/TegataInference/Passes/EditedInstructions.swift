import TegataGraph

/// A graph's instructions while a pass replaces some and removes others. Positions do not change until the end. An
/// array of optionals would ask the runtime for its type, which takes 18 KiB of stack.
struct EditedInstructions {
    private var instructions: [Instruction]
    private var isKept: [Bool]

    init(_ graph: LoweredGraph) {
        instructions = graph.instructions
        isKept = Array(repeating: true, count: instructions.count)
    }

    /// The instruction at a position; nil if it has been removed.
    subscript(index: Int) -> Instruction? {
        get { isKept[index] ? instructions[index] : nil }
        set {
            isKept[index] = newValue != nil
            if let newValue { instructions[index] = newValue }
        }
    }

    /// The instructions that have not been removed.
    var kept: [Instruction] {
        var kept: [Instruction] = []
        for index in instructions.indices where isKept[index] { kept.append(instructions[index]) }
        return kept
    }
}

import TegataGraph

/// What passes and plans require of each kind of instruction.
protocol PlanInstruction {
    /// The values that the instruction reads, including constants.
    var readValues: [Int] { get }
    /// The values that the instruction writes, completely or partially.
    var writtenValues: [Int] { get }
    /// Replaces the values that the instruction reads, except for packed ones.
    mutating func replaceInputs(_ value: (Int) -> Int)
    /// Binds the instruction to kernels, packed weights and positions in the arena.
    func step(_ builder: inout PlanBuilder) -> PlanStep
}

/// An instruction with one input and one output.
protocol PlainInstruction: PlanInstruction {
    var input: Int { get set }
    var output: Int { get }
}

extension PlainInstruction {
    var readValues: [Int] { [input] }
    var writtenValues: [Int] { [output] }
    mutating func replaceInputs(_ value: (Int) -> Int) { input = value(input) }
}

extension Instruction {
    /// The values that the instruction reads, including constants.
    package var inputs: [Int] { visit(ReadValues()) }

    /// The values that the instruction writes, completely or partially.
    package var outputs: [Int] { visit(WrittenValues()) }

    /// Returns the instruction with its inputs replaced, except for packed ones.
    func reading(_ value: (Int) -> Int) -> Instruction {
        withoutActuallyEscaping(value) { visit(Reading(value: $0)) }
    }

    /// Calls the visitor with the instruction's kind. This is the only list of all kinds.
    func visit<Visitor: InstructionVisitor>(_ visitor: Visitor) -> Visitor.Result {
        switch self {
        case .convolution(let kind): visitor.visit(kind) { .convolution($0) }
        case .depthwise(let kind): visitor.visit(kind) { .depthwise($0) }
        case .binary(let kind): visitor.visit(kind) { .binary($0) }
        case .unary(let kind): visitor.visit(kind) { .unary($0) }
        case .pool(let kind): visitor.visit(kind) { .pool($0) }
        case .reduce(let kind): visitor.visit(kind) { .reduce($0) }
        case .resize(let kind): visitor.visit(kind) { .resize($0) }
        case .softmax(let kind): visitor.visit(kind) { .softmax($0) }
        case .copy(let kind): visitor.visit(kind) { .copy($0) }
        case .fill(let kind): visitor.visit(kind) { .fill($0) }
        case .convert(let kind): visitor.visit(kind) { .convert($0) }
        case .block(let kind): visitor.visit(kind) { .block($0) }
        case .heads(let kind): visitor.visit(kind) { .heads($0) }
        case .evaluate(let kind): visitor.visit(kind) { .evaluate($0) }
        }
    }
}

/// An operation on an instruction of any kind.
protocol InstructionVisitor {
    associatedtype Result
    func visit<Kind: PlanInstruction>(_ kind: Kind, _ instruction: (Kind) -> Instruction) -> Result
}

private struct ReadValues: InstructionVisitor {
    func visit<Kind: PlanInstruction>(_ kind: Kind, _: (Kind) -> Instruction) -> [Int] { kind.readValues }
}

private struct WrittenValues: InstructionVisitor {
    func visit<Kind: PlanInstruction>(_ kind: Kind, _: (Kind) -> Instruction) -> [Int] { kind.writtenValues }
}

private struct Reading: InstructionVisitor {
    let value: (Int) -> Int

    func visit<Kind: PlanInstruction>(_ kind: Kind, _ instruction: (Kind) -> Instruction) -> Instruction {
        var kind = kind
        kind.replaceInputs(value)
        return instruction(kind)
    }
}

import TegataKernelABI

// MARK: Two operands

@inline(never)
func runBinary(_ arguments: UnsafePointer<BinaryArguments>) {
    let count = arguments.pointee.count
    switch BinaryOperation(choice: arguments.pointee.operation) {
    case .add: forEachVector(count, BinaryBody<Add>(arguments: arguments))
    case .subtract: forEachVector(count, BinaryBody<Subtract>(arguments: arguments))
    case .multiply: forEachVector(count, BinaryBody<Multiply>(arguments: arguments))
    case .divide: forEachVector(count, BinaryBody<Divide>(arguments: arguments))
    case .maximum: forEachVector(count, BinaryBody<Maximum>(arguments: arguments))
    case .minimum: forEachVector(count, BinaryBody<Minimum>(arguments: arguments))
    case .prelu: forEachVector(count, BinaryBody<Prelu>(arguments: arguments))
    }
}

private struct BinaryBody<Operation: BinaryFunction>: VectorLoopBody {
    let arguments: UnsafePointer<BinaryArguments>

    @inline(__always)
    func run<V: Vector>(_: V.Type, _ index: Int) {
        let a = operand(V.self, arguments.pointee.a.inputs, arguments.pointee.aStep, index)
        let b = operand(V.self, arguments.pointee.b.inputs, arguments.pointee.bStep, index)
        let result = Operation.apply(a, b)
        result.clamped(V(repeating: arguments.pointee.low), V(repeating: arguments.pointee.high))
            .store(at: arguments.pointee.output.outputs + index)
    }

    @inline(__always)
    func operand<V: Vector>(_: V.Type, _ address: UnsafePointer<Input>, _ step: Int, _ index: Int) -> V {
        step == 0 ? V(repeatingInputAt: address) : V(at: address + index)
    }
}

private protocol BinaryFunction {
    static func apply<V: Vector>(_ a: V, _ b: V) -> V
}
private enum Add: BinaryFunction {
    @inline(__always) static func apply<V: Vector>(_ a: V, _ b: V) -> V { a + b }
}
private enum Subtract: BinaryFunction {
    @inline(__always) static func apply<V: Vector>(_ a: V, _ b: V) -> V { a - b }
}
private enum Multiply: BinaryFunction {
    @inline(__always) static func apply<V: Vector>(_ a: V, _ b: V) -> V { a * b }
}
private enum Divide: BinaryFunction {
    @inline(__always) static func apply<V: Vector>(_ a: V, _ b: V) -> V { a / b }
}
private enum Maximum: BinaryFunction {
    @inline(__always) static func apply<V: Vector>(_ a: V, _ b: V) -> V { .larger(a, b) }
}
private enum Minimum: BinaryFunction {
    @inline(__always) static func apply<V: Vector>(_ a: V, _ b: V) -> V { .smaller(a, b) }
}
private enum Prelu: BinaryFunction {
    @inline(__always) static func apply<V: Vector>(_ a: V, _ b: V) -> V { a.prelu(b) }
}

// MARK: One operand

@inline(never)
func runUnary(_ arguments: UnsafePointer<UnaryArguments>) {
    let count = arguments.pointee.count
    switch UnaryFunction(choice: arguments.pointee.function) {
    case .copy: forEachVector(count, UnaryBody<Copy>(arguments: arguments))
    case .relu: forEachVector(count, UnaryBody<Relu>(arguments: arguments))
    case .relu6: forEachVector(count, UnaryBody<Relu6>(arguments: arguments))
    case .hardSwish: forEachFloatVector(count, FloatBody<HardSwish>(arguments: arguments))
    case .tanh: forEachFloatVector(count, FloatBody<Tanh>(arguments: arguments))
    case .logistic: forEachFloatVector(count, FloatBody<Logistic>(arguments: arguments))
    }
}

private struct UnaryBody<Operation: VectorFunction>: VectorLoopBody {
    let arguments: UnsafePointer<UnaryArguments>

    @inline(__always)
    func run<V: Vector>(_: V.Type, _ index: Int) {
        Operation.apply(V(at: arguments.pointee.input.inputs + index)).store(
            at: arguments.pointee.output.outputs + index)
    }
}

/// The loop body for functions that need the precision of floats.
private struct FloatBody<Operation: FloatFunction>: FloatLoopBody {
    let arguments: UnsafePointer<UnaryArguments>

    @inline(__always)
    func run<V: FloatVector>(_: V.Type, _ index: Int) {
        Operation.apply(V(at: arguments.pointee.input.inputs + index)).store(
            at: arguments.pointee.output.outputs + index)
    }
}

private protocol VectorFunction {
    static func apply<V: Vector>(_ x: V) -> V
}
private protocol FloatFunction {
    static func apply<V: FloatVector>(_ x: V) -> V
}
private enum Copy: VectorFunction {
    @inline(__always) static func apply<V: Vector>(_ x: V) -> V { x }
}
private enum Relu: VectorFunction {
    @inline(__always) static func apply<V: Vector>(_ x: V) -> V { .larger(V(repeating: 0), x) }
}
private enum Relu6: VectorFunction {
    @inline(__always) static func apply<V: Vector>(_ x: V) -> V { x.clamped(V(repeating: 0), V(repeating: 6)) }
}
private enum HardSwish: FloatFunction {
    @inline(__always) static func apply<V: FloatVector>(_ x: V) -> V {
        x * (x + V(repeating: 3)).clamped(V(repeating: 0), V(repeating: 6)) / V(repeating: 6)
    }
}
private enum Tanh: FloatFunction {
    @inline(__always) static func apply<V: FloatVector>(_ x: V) -> V { hyperbolicTangent(x) }
}
private enum Logistic: FloatFunction {
    @inline(__always) static func apply<V: FloatVector>(_ x: V) -> V { logisticFunction(x) }
}

// MARK: Softmax

@inline(never)
func runSoftmax(_ arguments: UnsafePointer<SoftmaxArguments>) {
    let input = arguments.pointee.input.inputs
    let output = arguments.pointee.output.outputs
    let count = arguments.pointee.count
    let beta = arguments.pointee.beta

    var largest = -Float.infinity
    for index in 0..<count { largest = .larger(beta * Float(input[index]), largest) }
    var sum: Float = 0
    for index in 0..<count {
        let power = exponential(beta * Float(input[index]) - largest)
        output[index] = Input(power)
        sum += power
    }
    forEachFloatVector(count, DivideRow(output: output, divisor: sum))
}

private struct DivideRow: FloatLoopBody {
    let output: UnsafeMutablePointer<Input>
    let divisor: Float

    @inline(__always)
    func run<V: FloatVector>(_: V.Type, _ index: Int) {
        (V(at: UnsafePointer(output + index)) / V(repeating: divisor)).store(at: output + index)
    }
}

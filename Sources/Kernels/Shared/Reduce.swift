import TegataKernelABI

/// The float vectors that together contain sixteen numbers.
#if LANES_16
    private typealias Sixteen = InlineArray<1, FloatLane>
#elseif (LANES_8 && !FLOAT16) || LANES_32
    private typealias Sixteen = InlineArray<2, FloatLane>
#else
    private typealias Sixteen = InlineArray<4, FloatLane>
#endif

@inline(never)
func runReduce(_ arguments: UnsafePointer<ReduceArguments>) {
    let inner = arguments.pointee.inner
    for outer in 0..<arguments.pointee.outer {
        let input = arguments.pointee.input.inputs + outer * arguments.pointee.reduced * inner
        let output = arguments.pointee.output.outputs + outer * inner
        if inner == 1 {
            output.pointee = Input(
                reduceRun(input, arguments.pointee.reduced, Reduction(choice: arguments.pointee.reduction)))
        } else {
            forEachFloatVector(inner, ReduceColumn(arguments: arguments, input: input, output: output))
        }
    }
}

private struct ReduceColumn: FloatLoopBody {
    let arguments: UnsafePointer<ReduceArguments>
    let input: UnsafePointer<Input>
    let output: UnsafeMutablePointer<Input>

    @inline(__always)
    func run<V: FloatVector>(_: V.Type, _ index: Int) {
        let reduction = Reduction(choice: arguments.pointee.reduction)
        let inner = arguments.pointee.inner
        let reduced = arguments.pointee.reduced
        var result = reductionStart(V.self, reduction)
        var address = input + index
        switch reduction {
        case .sum, .mean:
            for _ in 0..<reduced {
                result = result + V(at: address)
                address += inner
            }
            if case .mean = reduction { result = result * V(repeating: 1 / Float(reduced)) }
        case .maximum:
            for _ in 0..<reduced {
                result = .larger(V(at: address), result)
                address += inner
            }
        case .minimum:
            for _ in 0..<reduced {
                result = .smaller(V(at: address), result)
                address += inner
            }
        }
        result.store(at: output + index)
    }
}

@inline(__always)
private func reductionStart<V: FloatVector>(_: V.Type, _ reduction: Reduction) -> V {
    switch reduction {
    case .sum, .mean: V(repeating: 0)
    case .maximum: V(repeating: -Float.greatestFiniteMagnitude)
    case .minimum: V(repeating: Float.greatestFiniteMagnitude)
    }
}

/// Reduces a contiguous run: first sixteen numbers side by side, then the results in ascending order, then the rest.
/// Vectors of any width therefore give the same result.
@inline(__always)
private func reduceRun(_ input: UnsafePointer<Input>, _ count: Int, _ reduction: Reduction) -> Float {
    var vectors = Sixteen(repeating: reductionStart(FloatLane.self, reduction))
    var index = 0
    while index + 16 <= count {
        for part in 0..<vectors.count {
            vectors[part] = combine(vectors[part], FloatLane(at: input + index + part * FloatLane.lanes), reduction)
        }
        index += 16
    }
    var result = reductionStart(Float.self, reduction)
    for place in 0..<16 {
        result = combine(result, vectors[place / FloatLane.lanes][place % FloatLane.lanes], reduction)
    }
    while index < count {
        result = combine(result, Float(input[index]), reduction)
        index += 1
    }
    if case .mean = reduction { result = result * (1 / Float(count)) }
    return result
}

@inline(__always)
private func combine<V: FloatVector>(_ a: V, _ b: V, _ reduction: Reduction) -> V {
    switch reduction {
    case .sum, .mean: a + b
    case .maximum: .larger(b, a)
    case .minimum: .smaller(b, a)
    }
}

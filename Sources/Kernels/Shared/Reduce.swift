import TegataKernelABI

@inline(never)
func runReduce(_ arguments: UnsafePointer<ReduceArguments>) {
    let inner = arguments.pointee.inner
    for outer in 0..<arguments.pointee.outer {
        let input = arguments.pointee.input.elements + outer * arguments.pointee.reduced * inner
        let output = arguments.pointee.output.elements + outer * inner
        if inner == 1 {
            output.pointee = Element(reduceRun(input, arguments.pointee.reduced, arguments.pointee.reduction))
        } else {
            forEachFloatVector(inner, ReduceColumn(arguments: arguments, input: input, output: output))
        }
    }
}

private struct ReduceColumn: FloatLoopBody {
    let arguments: UnsafePointer<ReduceArguments>
    let input: UnsafePointer<Element>
    let output: UnsafeMutablePointer<Element>

    @inline(__always)
    func run<V: FloatVector>(_: V.Type, _ index: Int) {
        let reduction = arguments.pointee.reduction
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

/// Reduces one contiguous run: whole vectors first, then their lanes in ascending order, then what is left.
@inline(__always)
private func reduceRun(_ input: UnsafePointer<Element>, _ count: Int, _ reduction: Reduction) -> Float {
    var lanes = reductionStart(FloatLane.self, reduction)
    var index = 0
    while index + FloatLane.lanes <= count {
        lanes = combine(lanes, FloatLane(at: input + index), reduction)
        index += FloatLane.lanes
    }
    var result = reductionStart(Float.self, reduction)
    for lane in 0..<FloatLane.lanes { result = combine(result, lanes[lane], reduction) }
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

import TegataGraph
import TegataKernelABI

extension PlanBuilder {
    mutating func bind(_ step: UnaryStep) -> PlanStep {
        let input = operand(step.input)
        let output = operand(step.output)
        let run = kernels.unary
        let pieces = Pieces(output.type.shape.count, least: 4096)
        return PlanStep(
            name: "unary \(step.function)", shape: description(step.output), kernel: "f32-unary-\(kernels.level)",
            bytesMoved: byteCount([step.input, step.output]),
            bind: { context in
                let source = UnsafePointer(input.floats(in: context))
                let target = output.floats(in: context)
                return Pointers(source, target).step(taskCount: pieces.pieceCount) { pointers, task, _ in
                    let range = pieces.range(task)
                    var arguments = UnaryArguments(
                        input: pointers.a + range.lowerBound, output: pointers.output + range.lowerBound,
                        count: range.count,
                        function: step.function)
                    run(&arguments)
                }
            })
    }

    mutating func bind(_ step: BinaryStep) -> PlanStep {
        let a = operand(step.a)
        let b = operand(step.b)
        let output = operand(step.output)
        let run = kernels.binary
        let (low, high) = step.activation.bounds
        // The innermost axis goes to the kernel; the axes around it are walked here.
        let inner = step.extents[step.extents.count - 1]
        let outer = StridedWalk(
            extents: Array(step.extents.dropLast()),
            strides: [Array(step.aStrides.dropLast()), Array(step.bStrides.dropLast())])
        let aStep = step.aStrides[step.aStrides.count - 1]
        let bStep = step.bStrides[step.bStrides.count - 1]
        let rows = outer.count
        let rowPieces = Pieces(rows, least: max(1, 4096 / max(inner, 1)))
        let columnPieces = rows == 1 ? Pieces(inner, least: 4096) : Pieces(inner, size: inner)
        let taskCount = rows * inner == 0 ? 0 : rowPieces.pieceCount * columnPieces.pieceCount
        return PlanStep(
            name: "binary \(step.operation)", shape: description(step.output), kernel: "f32-binary-\(kernels.level)",
            bytesMoved: byteCount([step.a, step.b, step.output]),
            bind: { context in
                Pointers(a.floats(in: context), b.floats(in: context), output.floats(in: context)).step(
                    taskCount: taskCount
                ) { pointers, task, _ in
                    let columns = columnPieces.range(task % columnPieces.pieceCount)
                    for row in rowPieces.range(task / columnPieces.pieceCount) {
                        let (aOffset, bOffset) = outer.offsets(row)
                        var arguments = BinaryArguments(
                            a: pointers.a + aOffset + columns.lowerBound * aStep, aStep: aStep,
                            b: pointers.b + bOffset + columns.lowerBound * bStep, bStep: bStep,
                            output: pointers.output + row * inner + columns.lowerBound, count: columns.count,
                            operation: step.operation, low: low, high: high)
                        run(&arguments)
                    }
                }
            })
    }

    mutating func bind(_ step: SoftmaxStep) -> PlanStep {
        let input = operand(step.input)
        let output = operand(step.output)
        let run = kernels.softmax
        let pieces = Pieces(step.rows, least: max(1, 1024 / max(step.count, 1)))
        return PlanStep(
            name: "softmax", shape: "\(step.rows)×\(step.count)", kernel: "f32-softmax-\(kernels.level)",
            bytesMoved: byteCount([step.input, step.output]),
            bind: { context in
                Pointers(input.floats(in: context), output.floats(in: context)).step(
                    taskCount: step.count == 0 ? 0 : pieces.pieceCount
                ) { pointers, task, _ in
                    for row in pieces.range(task) {
                        var arguments = SoftmaxArguments(
                            input: pointers.a + row * step.count, output: pointers.output + row * step.count,
                            count: step.count,
                            beta: step.beta)
                        run(&arguments)
                    }
                }
            })
    }

    mutating func bind(_ step: ReduceStep) -> PlanStep {
        let input = operand(step.input)
        let output = operand(step.output)
        let run = kernels.reduce
        let pieces = Pieces(step.outer, least: max(1, 8192 / max(step.reduced * step.inner, 1)))
        return PlanStep(
            name: "reduce \(step.reduction)", shape: "\(step.outer)×\(step.reduced)×\(step.inner)",
            kernel: "f32-reduce-\(kernels.level)", bytesMoved: byteCount([step.input, step.output]),
            bind: { context in
                Pointers(input.floats(in: context), output.floats(in: context)).step(
                    taskCount: step.inner == 0 ? 0 : pieces.pieceCount
                ) { pointers, task, _ in
                    let range = pieces.range(task)
                    var arguments = ReduceArguments(
                        input: pointers.a + range.lowerBound * step.reduced * step.inner,
                        output: pointers.output + range.lowerBound * step.inner, outer: range.count,
                        reduced: step.reduced,
                        inner: step.inner, reduction: step.reduction)
                    run(&arguments)
                }
            })
    }
}

/// Addresses of a bound step. The arena outlives every closure that holds them, because the session owns both.
struct Pointers: @unchecked Sendable {
    let a: UnsafePointer<Float>
    let b: UnsafePointer<Float>
    let output: UnsafeMutablePointer<Float>

    init(_ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>) {
        self.a = a
        self.b = b
        self.output = output
    }

    init(_ a: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>) {
        self.init(a, a, output)
    }

    /// A step that works on these addresses.
    func step(
        taskCount: Int, _ work: @escaping @Sendable (Pointers, Int, UnsafeMutableRawPointer) -> Void
    ) -> BoundStep {
        BoundStep(taskCount: taskCount) { work(self, $0, $1) }
    }
}

/// Offsets of the rows of two operands that are walked together, outermost axis first.
struct StridedWalk: Sendable {
    let extents: [Int]
    let strides: [[Int]]
    let count: Int

    init(extents: [Int], strides: [[Int]]) {
        self.extents = extents
        self.strides = strides
        count = extents.reduce(1, *)
    }

    func offsets(_ row: Int) -> (Int, Int) {
        var rest = row
        var first = 0
        var second = 0
        for axis in stride(from: extents.count - 1, through: 0, by: -1) {
            let position = rest % extents[axis]
            rest /= extents[axis]
            first += position * strides[0][axis]
            second += position * strides[1][axis]
        }
        return (first, second)
    }
}

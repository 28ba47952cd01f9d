import TegataBLAS
import TegataBuffers
import TegataGraph
import TegataKernelABI
import TegataKernelSelection

extension ConvolutionInstruction: PlanInstruction {
    var readValues: [Int] {
        [input, filter] + [bias, residual, activation.slopes].compactMap { $0 }
    }

    var writtenValues: [Int] { [output] }

    mutating func replaceInputs(_ value: (Int) -> Int) {
        input = value(input)
        residual = residual.map(value)
    }

    func step(_ builder: inout PlanBuilder) -> PlanStep { builder.bind(self) }
}

extension PlanBuilder {
    mutating func bind(_ instruction: ConvolutionInstruction) -> PlanStep {
        var plan = PlanStep(
            name:
                "convolution \(instruction.window.height)×\(instruction.window.width)/\(instruction.window.strideHeight)",
            shape: "\(description(instruction.input)) → \(description(instruction.output))", kernel: "",
            multiplyAccumulates: instruction.products,
            bytesMoved: byteCount(
                [instruction.input, instruction.output, instruction.filter] + [instruction.residual].compactMap { $0 }),
            bind: { _ in BoundStep(taskCount: 0) { _, _ in } })
        guard instruction.outputShape.pixels * instruction.outputShape.channels > 0 else { return plan }
        if case .blas(let library) = backend {
            bindBLAS(instruction, library, to: &plan)
        } else if instruction.isPixel {
            bindPixels(instruction, to: &plan)
        } else if instruction.hasRuns {
            bindRuns(instruction, to: &plan)
        } else {
            bindPatches(instruction, to: &plan)
        }
        return plan
    }

    /// Binds a 1×1 convolution: one matrix product over all pixels.
    private mutating func bindPixels(_ instruction: ConvolutionInstruction, to plan: inout PlanStep) {
        let rows = instruction.outputShape.pixels
        let product = pack(instruction)
        let operands = ConvolutionOperands(&self, instruction)
        let bytes = byteRange(of: instruction.input)
        plan.kernel = product.kernelNames
        plan.scratchByteCount = bytes == nil ? product.scratchByteCount : 0
        plan.bind = { context in
            let pieces = ProductSplit(
                product, rows: rows, columns: operands.outputChannels, threadCount: context.threadCount)
            let bound = operands.bind(context)
            let input = bytes == nil ? bound.input : Elements(bound.input.pointer, .int8)
            let rowLength = bytes?.rowByteCount ?? product.inner
            return BoundStep(taskCount: pieces.count) { task, scratch in
                let rows = pieces.rows(task)
                product.run(
                    panels: pieces.panels(task),
                    bound.product(
                        a: input + rows.lowerBound * rowLength, inner: product.inner,
                        firstPixel: rows.lowerBound, rows: rows.count, scratch: scratch))
            }
        }
    }

    private mutating func bindRuns(_ instruction: ConvolutionInstruction, to plan: inout PlanStep) {
        let target = instruction.outputShape
        let convolution = RunConvolution(self, instruction, product: pack(instruction))
        let operands = ConvolutionOperands(&self, instruction)
        let pieces = TaskSplit(
            target.height, least: max(1, MinimumTaskSize.windowSums / max(target.width * target.channels, 1)))
        plan.kernel = convolution.product.kernelNames
        plan.scratchByteCount = convolution.scratchByteCount
        let sourceCount =
            instruction.inputShape.height * instruction.inputShape.width * instruction.inputShape.channels
        plan.bind = { context in
            let bound = operands.bind(context)
            return BoundStep(taskCount: target.batches * pieces.pieceCount) { task, scratch in
                let batch = task / pieces.pieceCount
                let rows = pieces.range(task % pieces.pieceCount)
                let pixel = (batch * target.height + rows.lowerBound) * target.width
                convolution.run(
                    rows: rows, picture: bound.input + batch * sourceCount,
                    output: bound.output + pixel * target.channels,
                    residual: bound.residual.map { $0 + pixel * operands.residualColumns },
                    residualStride: operands.residualColumns, scratch: scratch)
            }
        }
    }

    /// Binds a convolution with any window and groups. Each output pixel's taps are gathered into scratch memory.
    private mutating func bindPatches(_ instruction: ConvolutionInstruction, to plan: inout PlanStep) {
        let patches = Patches(instruction)
        let pieces = patches.pieces
        let columns = instruction.outputShape.channels / instruction.groups
        var products: [MatrixProduct] = []
        for group in 0..<instruction.groups {
            products.append(pack(instruction, columns: group * columns..<(group + 1) * columns))
        }
        let groups = products
        let operands = ConvolutionOperands(&self, instruction)
        plan.kernel = groups[0].kernelNames
        plan.scratchByteCount = patches.scratchElementCount * groups[0].elements.input.byteCount
        plan.bind = { context in
            let bound = operands.bind(context)
            return BoundStep(taskCount: pieces.pieceCount) { task, scratch in
                let pixels = pieces.range(task)
                let gathered = Elements(scratch, bound.input.type)
                for (group, product) in groups.enumerated() {
                    patches.gather(bound.input, group: group, pixels: pixels, to: gathered)
                    product.run(
                        bound.product(
                            a: gathered, inner: product.inner, firstPixel: pixels.lowerBound,
                            rows: pixels.count))
                }
            }
        }
    }

    /// Binds a convolution to OpenBLAS. Bias, residual and activation are separate passes around its product.
    private mutating func bindBLAS(
        _ instruction: ConvolutionInstruction, _ library: BLASLibrary, to plan: inout PlanStep
    ) {
        let target = instruction.outputShape
        let columns = target.channels / instruction.groups
        let inner = instruction.inner
        let isPixel = instruction.isPixel
        let patches = Patches(instruction)
        // Use few pieces, because OpenBLAS packs the weights again for each.
        let pieces =
            isPixel ? TaskSplit(target.pixels, least: MinimumTaskSize.multipliedPixels, most: 4) : patches.pieces
        let input = operand(instruction.input)
        let output = operand(instruction.output)
        let filter = operand(instruction.filter)
        let bias = instruction.bias.map { operand($0) }
        let residual = instruction.residual.map { operand($0) }
        let residualColumns = residualColumns(of: instruction)
        let epilogue = RowActivation(
            kernels: kernels, instruction.activation, slopes: instruction.activation.slopes.map { operand($0) })
        plan.kernel = "openblas-sgemm"
        plan.scratchByteCount = isPixel ? 0 : patches.scratchElementCount * MemoryLayout<Float>.size
        plan.bind = { context in
            let weights = filter.elements(in: context)
            let bias = bias.map { $0.elements(in: context) }
            let residual = residual.map { $0.elements(in: context) }
            return Pointers(input.elements(in: context), output.elements(in: context)).boundStep(
                taskCount: pieces.pieceCount
            ) {
                pointers, task, scratch in
                let pixels = pieces.range(task)
                let result = pointers.output.floats + pixels.lowerBound * target.channels
                for row in 0..<pixels.count {
                    let sums = result + row * target.channels
                    // The residual may share memory with the sums, because each element is read before its position is
                    // written.
                    let start = residual.map { $0.floats + (pixels.lowerBound + row) * residualColumns }
                    for column in 0..<target.channels {
                        let added = column < residualColumns ? start?[column] ?? 0 : 0
                        sums[column] = added + (bias?.floats[column] ?? 0)
                    }
                }
                for group in 0..<instruction.groups {
                    var a = pointers.a.floats + pixels.lowerBound * inner
                    if !isPixel {
                        let gathered = Elements(scratch, pointers.a.type)
                        patches.gather(pointers.a, group: group, pixels: pixels, to: gathered)
                        a = gathered.floats
                    }
                    library.multiplyAdd(
                        rows: pixels.count, columns: columns, inner: inner, a: a, aRowStride: inner,
                        b: weights.floats + group * columns * inner, bRowStride: inner, c: result + group * columns,
                        cRowStride: target.channels)
                }
                epilogue.apply(result, rows: pixels.count, channels: target.channels)
            }
        }
    }
}

/// An activation as a separate pass over rows of channels.
private struct RowActivation: Sendable {
    let run: @Sendable (UnsafePointer<BinaryArguments>) -> Void
    let activation: LoweredActivation
    let slopes: Elements?

    init(kernels: KernelSet, _ activation: LoweredActivation, slopes: Operand?) {
        run = kernels.binary
        self.activation = activation
        // Slopes are constants, so their address does not depend on the arena.
        self.slopes = slopes.flatMap { $0.constantElements }
    }

    func apply(_ floats: UnsafeMutablePointer<Float>, rows: Int, channels: Int) {
        switch activation {
        case .none: break
        case .clamp(let low, let high):
            withUnsafePointer(to: Float(0)) { zero in
                var arguments = BinaryArguments(
                    a: floats, aStep: 1, b: zero, bStep: 0, output: floats, count: rows * channels,
                    operation: BinaryOperation.add.rawValue,
                    low: low,
                    high: high)
                run(&arguments)
            }
        case .prelu:
            guard let slopes else { return }
            for row in 0..<rows {
                var arguments = BinaryArguments(
                    a: floats + row * channels, aStep: 1, b: slopes.floats, bStep: 1, output: floats + row * channels,
                    count: channels, operation: BinaryOperation.prelu.rawValue, low: -.infinity, high: .infinity)
                run(&arguments)
            }
        }
    }
}

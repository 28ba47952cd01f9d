import TegataBuffers
import TegataGraph
import TegataKernelABI

extension BlockInstruction: PlanInstruction {
    var readValues: [Int] {
        let all = (expansion?.readValues ?? []) + depthwise.readValues + (projection?.readValues ?? [])
        return all.filter {
            $0 != expansion?.output && ($0 != depthwise.output || projection == nil) && $0 != pooling?.output
        }
    }

    var writtenValues: [Int] { [output] }

    mutating func replaceInputs(_ value: (Int) -> Int) {
        let input = value(input)
        if expansion == nil {
            depthwise.input = input
        } else {
            expansion?.input = input
        }
        pooling?.input = input
        if pooling == nil, let residual = projection?.residual { projection?.residual = value(residual) }
    }

    func step(_ builder: inout PlanBuilder) -> PlanStep { builder.bind(self) }
}

extension PlanBuilder {
    mutating func bind(_ instruction: BlockInstruction) -> PlanStep {
        switch instruction.cut {
        case .rows: return bindRows(instruction)
        case .channels: return bindChannels(instruction)
        }
    }

    private func blockName(_ instruction: BlockInstruction) -> String {
        let window = instruction.depthwise.window
        var name = ""
        if let expansion = instruction.expansion { name += "\(expansion.window.height)×\(expansion.window.width) → " }
        name += "depthwise \(window.height)×\(window.width)/\(window.strideHeight)"
        if instruction.projection != nil { name += " → 1×1" }
        if let pool = instruction.pooling { name += " + \(pool.reduction == .maximum ? "max" : "average") pool" }
        return name
    }

    private func blockProducts(_ instruction: BlockInstruction) -> Int {
        [instruction.expansion, instruction.projection].reduce(instruction.depthwise.products) {
            $0.clampedSum(with: $1?.products ?? 0)
        }
    }

    /// Binds a block by rows.
    private mutating func bindRows(_ instruction: BlockInstruction) -> PlanStep {
        guard let projection = instruction.projection else {
            preconditionFailure("blocks by rows end with a projection")
        }
        // Pack the weights in the order in which they are needed.
        var expansion: RowProducer?
        if let before = instruction.expansion { expansion = RowProducer(self, before, pack(before)) }
        let depthwise = DepthwiseRows(&self, instruction.depthwise, bytes: byteRange(of: projection))
        let projected = pack(projection)
        let pool = instruction.pooling.map { PoolRows(self, $0) }
        let operands = ConvolutionOperands(&self, projection, hasResidual: pool == nil)
        let input = operand(instruction.input)
        let isInPlace = instruction.canRunInPlace && input.isInPlace(of: operand(instruction.output))
        let rows = BlockRows(
            instruction, expansion: expansion, depthwise: depthwise, projection: projected, pool: pool,
            isInPlace: isInPlace)
        let names = [expansion?.product.kernelNames, depthwise.kernel.name, projected.kernelNames].compactMap { $0 }
        return PlanStep(
            name: blockName(instruction),
            shape: "\(description(instruction.input)) → \(description(instruction.output))",
            kernel: names.reduce("") { $0.isEmpty ? $1 : "\($0) → \($1)" },
            multiplyAccumulates: blockProducts(instruction),
            bytesMoved: byteCount(instruction.readValues + [instruction.output]),
            scratchByteCount: rows.scratchByteCount,
            bind: { context in
                rows.bind(
                    operands.bind(context), picture: input.elements(in: context), threadCount: context.threadCount)
            })
    }

    /// Binds a block by channels. A few of the expansion's panels are computed for the whole image and then convolved.
    private mutating func bindChannels(_ instruction: BlockInstruction) -> PlanStep {
        guard let before = instruction.expansion else {
            preconditionFailure("blocks by channels start with an expansion")
        }
        let source = instruction.depthwise.inputShape
        let middle = instruction.depthwise.outputShape
        let expansion = pack(before)
        let depthwise = DepthwiseRows(&self, instruction.depthwise, bytes: byteRange(of: instruction.output))
        let input = operand(instruction.input)
        let output = operand(instruction.output)
        let pixelLength = depthwise.outputPixelLength
        let width = expansion.panels.reduce(0) { max($0, $1.columns) }
        let most = BlockInstruction.panelsAtOnce(pixels: source.pixels, width: width)
        var layout = ScratchLayout()
        let pointersPart = layout.add(byteCount: depthwise.pointerByteCount(outputRows: middle.height))
        let picturePart = layout.add(
            elementCount: source.pixels * min(most * width, middle.channels), depthwise.inputType)
        let expansionPart = layout.add(byteCount: expansion.scratchByteCount)
        return PlanStep(
            name: blockName(instruction),
            shape: "\(description(instruction.input)) → \(description(instruction.output))",
            kernel: "\(expansion.kernelNames) → \(depthwise.kernel.name)",
            multiplyAccumulates: blockProducts(instruction),
            bytesMoved: byteCount(instruction.readValues + [instruction.output]),
            scratchByteCount: layout.byteCount,
            bind: { context in
                let pieces = TaskSplit(expansion.panels.count, most: most, threadCount: context.threadCount)
                return Pointers(input.elements(in: context), output.elements(in: context)).boundStep(
                    taskCount: pieces.pieceCount
                ) {
                    pointers, task, scratch in
                    let rowPointers = pointersPart.rows(in: scratch)
                    let picture = picturePart.elements(in: scratch)
                    let panels = pieces.range(task)
                    let (first, last) = (expansion.panels[panels.lowerBound], expansion.panels[panels.upperBound - 1])
                    let channels = last.firstColumn + last.columns - first.firstColumn
                    expansion.run(
                        panels: panels,
                        MatrixProduct.Operands(
                            a: pointers.a, aRowStride: expansion.inner, segmentLength: expansion.inner,
                            output: picture - first.firstColumn, outputRowStride: channels, rows: source.pixels,
                            scratch: expansionPart.pointer(in: scratch)))
                    let target = Elements(pointers.output.pointer, depthwise.outputType)
                    depthwise.run(
                        outputRows: 0..<middle.height, pointers: rowPointers, inputPixelStride: channels,
                        output: target + first.firstColumn, outputRowStride: middle.width * pixelLength,
                        outputPixelStride: pixelLength, firstChannel: first.firstColumn, channels: channels
                    ) { inputRow in
                        picture + inputRow * source.width * channels
                    }
                    if panels.upperBound == expansion.panels.count {
                        depthwise.bytes?.storeScales(in: target.pointer, count: middle.pixels)
                    }
                }
            })
    }
}

extension TaskSplit {
    /// Splits into pieces of at most `most` items, with roughly equal numbers of pieces for each thread.
    fileprivate init(_ count: Int, most: Int, threadCount: Int) {
        let pieces = ((count + most - 1) / most + threadCount - 1) / threadCount * threadCount
        self.init(count, size: (count + pieces - 1) / max(pieces, 1))
    }
}

extension BlockInstruction {
    /// Returns the number of an expansion's panels that are computed before the depthwise convolution takes over. Their
    /// results must stay in the middle cache. Each switch between the two evicts the contents of the nearest cache.
    fileprivate static func panelsAtOnce(pixels: Int, width: Int) -> Int {
        max(1, CacheShare.middle / max(pixels * width, 1))
    }

    /// Whether the result may overwrite the block's input image, row by row.
    var canRunInPlace: Bool {
        guard expansion == nil, cut == .rows, let projection else { return false }
        return projection.residual == depthwise.input && projection.outputShape == depthwise.inputShape
            && depthwise.window.strideHeight == 1 && depthwise.inputShape.batches == 1
            && depthwise.outputShape.height == depthwise.inputShape.height
    }
}

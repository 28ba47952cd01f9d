import TegataGraph

/// Lets a convolution treat a border of zeros as its own padding, instead of having a fill and a copy create the border
/// first.
func fusePadding(_ graph: inout LoweredGraph) {
    let usage = Usage(graph)
    var instructions = EditedInstructions(graph)
    for (index, instruction) in graph.instructions.enumerated() {
        guard let (input, picture) = instruction.windowInput, !usage.isBoundary[input], usage.readers[input].count == 1,
            usage.writers[input].count == 2, case .fill(let fill) = graph.instructions[usage.writers[input][0]],
            fill.value == 0,
            case .copy(let copy) = graph.instructions[usage.writers[input][1]],
            picture == ImageShape(graph.values[input].type.shape), let border = graph.border(of: copy),
            let fused = instruction.padded(border, input: copy.input)
        else { continue }
        instructions[usage.writers[input][0]] = nil
        instructions[usage.writers[input][1]] = nil
        instructions[index] = fused
    }
    graph.instructions = instructions.kept
}

/// The rows above and the columns left of an image that a copy places inside a larger one.
private struct Border {
    var top: Int
    var left: Int
    var inner: ImageShape
}

extension LoweredGraph {
    /// Returns the border that `copy` leaves around its input if it places a whole image inside one with the same
    /// batches and channels; otherwise nil.
    fileprivate func border(of copy: CopyInstruction) -> Border? {
        guard let inner = ImageShape(values[copy.input].type.shape),
            let outer = ImageShape(values[copy.output].type.shape),
            inner.batches == outer.batches, inner.channels == outer.channels, values[copy.input].constant == nil,
            values[copy.input].type.element == .float32, copy.inputOffset == 0,
            copy.extents.reduce(1, *) == values[copy.input].type.shape.count,
            copy.readsInOrder
        else { return nil }
        let channels = outer.channels
        guard channels > 0, copy.outputOffset % channels == 0 else { return nil }
        let pixel = copy.outputOffset / channels
        let border = Border(top: pixel / outer.width, left: pixel % outer.width, inner: inner)
        guard border.top + inner.height <= outer.height, border.left + inner.width <= outer.width else { return nil }
        // Check that the copy writes to the place described by the border, element by element along its axes.
        let expected = [outer.height * outer.width * channels, outer.width * channels, channels, 1]
        let extents = [inner.batches, inner.height, inner.width, channels]
        guard copy.covers(extents: extents, outputStrides: expected) else { return nil }
        return border
    }
}

extension CopyInstruction {
    /// Whether the input is read from its first to its last element without gaps.
    var readsInOrder: Bool { Self.isDense(extents, inputStrides) }

    /// Whether the output is written without gaps, starting at the offset.
    var writesInOrder: Bool { Self.isDense(extents, outputStrides) }

    private static func isDense(_ extents: [Int], _ strides: [Int]) -> Bool {
        var expected = 1
        for (extent, stride) in zip(extents, strides).reversed() where extent != 1 {
            guard stride == expected else { return false }
            expected *= extent
        }
        return true
    }

    /// Whether the copy visits the same output elements in the same order as a copy with these extents and strides.
    func covers(extents otherExtents: [Int], outputStrides otherStrides: [Int]) -> Bool {
        Self.merged(extents, outputStrides) == Self.merged(otherExtents, otherStrides)
    }

    /// Returns extents and strides as pairs, without extents of 1 and with neighbours merged if they form one run.
    private static func merged(_ extents: [Int], _ strides: [Int]) -> [[Int]] {
        var pairs: [[Int]] = []
        for (extent, stride) in zip(extents, strides) where extent != 1 {
            if let last = pairs.last, last[1] == extent * stride {
                pairs[pairs.count - 1] = [last[0] * extent, stride]
            } else {
                pairs.append([extent, stride])
            }
        }
        return pairs
    }
}

extension Instruction {
    /// The value that a convolution's window slides over, and the image shape in which it is read.
    fileprivate var windowInput: (value: Int, picture: ImageShape)? {
        switch self {
        case .convolution(let instruction): (instruction.input, instruction.inputShape)
        case .depthwise(let instruction): (instruction.input, instruction.inputShape)
        default: nil
        }
    }

    fileprivate func padded(_ border: Border, input: Int) -> Instruction? {
        switch self {
        case .convolution(var instruction):
            guard let window = instruction.window.padded(border, for: instruction.outputShape) else { return nil }
            (instruction.input, instruction.inputShape, instruction.window) = (input, border.inner, window)
            return .convolution(instruction)
        case .depthwise(var instruction):
            guard let window = instruction.window.padded(border, for: instruction.outputShape) else { return nil }
            (instruction.input, instruction.inputShape, instruction.window) = (input, border.inner, window)
            return .depthwise(instruction)
        default: return nil
        }
    }
}

extension Window {
    /// Returns the window over the inner image of a border. Returns nil if the window would lie completely outside the
    /// image at some output pixel, because kernels expect part of the image. They also expect a single-pixel window
    /// without padding to cover exactly the whole image.
    fileprivate func padded(_ border: Border, for output: ImageShape) -> Window? {
        var window = self
        window.padTop += border.top
        window.padLeft += border.left
        guard window.padTop <= (height - 1) * dilationHeight, window.padLeft <= (width - 1) * dilationWidth,
            (output.height - 1) * strideHeight - window.padTop < border.inner.height,
            (output.width - 1) * strideWidth - window.padLeft < border.inner.width
        else { return nil }
        return window
    }
}

/// Lets a convolution take a residual with fewer channels than its output, instead of one that has first been filled up
/// with zeros.
func fuseChannelPadding(_ graph: inout LoweredGraph) {
    let usage = Usage(graph)
    var instructions = EditedInstructions(graph)
    for (index, instruction) in graph.instructions.enumerated() {
        guard case .convolution(var convolution) = instruction, convolution.groups == 1,
            let residual = convolution.residual,
            !usage.isBoundary[residual], usage.readers[residual].count == 1, usage.writers[residual].count == 2,
            case .fill(let fill) = graph.instructions[usage.writers[residual][0]], fill.value == 0,
            case .copy(let copy) = graph.instructions[usage.writers[residual][1]], copy.readsInOrder,
            copy.inputOffset == 0,
            copy.outputOffset == 0, graph.values[copy.input].constant == nil,
            let narrow = graph.values[copy.input].type.shape.dimensions.last, narrow > 0,
            let wide = graph.values[residual].type.shape.dimensions.last,
            graph.values[copy.input].type.shape.dimensions.dropLast()
                == graph.values[residual].type.shape.dimensions.dropLast(),
            copy.covers(
                extents: [graph.values[copy.input].type.shape.count / narrow, narrow], outputStrides: [wide, 1])
        else { continue }
        convolution.residual = copy.input
        instructions[usage.writers[residual][0]] = nil
        instructions[usage.writers[residual][1]] = nil
        instructions[index] = .convolution(convolution)
    }
    graph.instructions = instructions.kept
}

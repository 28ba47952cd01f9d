import TegataBuffers
import TegataGraph
import TegataInference
import TegataKernelABI
import TegataTestSupport

/// Builds lowered graphs by hand and runs them, with seeded random constants and inputs.
struct InstructionGraph {
    var graph = LoweredGraph(file: "test", values: [], instructions: [], inputs: [], outputs: [])
    private var random: SplitMix64

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
    }

    mutating func value(_ dimensions: Int...) -> Int {
        add(dimensions, constant: nil)
    }

    mutating func input(_ dimensions: Int...) -> Int {
        let value = add(dimensions, constant: nil)
        graph.inputs.append(value)
        return value
    }

    mutating func output(_ dimensions: Int...) -> Int {
        let value = add(dimensions, constant: nil)
        graph.outputs.append(value)
        return value
    }

    /// A constant with elements in −1 ..< 1.
    mutating func constant(_ dimensions: Int...) -> Int {
        let buffer = AlignedBuffer(byteCount: dimensions.reduce(4, *))
        for index in 0..<dimensions.reduce(1, *) {
            buffer.floats(at: index * 4, count: 1).pointee = Float.random(in: -1..<1, using: &random)
        }
        return add(dimensions, constant: Constant(buffer, element: .float32))
    }

    private mutating func add(_ dimensions: [Int], constant: Constant?) -> Int {
        guard let shape = Shape(dimensions) else { fatalError("invalid shape in a test") }
        graph.values.append(Value(name: "", type: TensorType(shape), constant: constant))
        graph.placements.append(.own)
        return graph.values.count - 1
    }

    func picture(_ value: Int) -> ImageShape {
        guard let picture = ImageShape(graph.values[value].type.shape) else { fatalError("invalid image in a test") }
        return picture
    }

    /// Adds a convolution with random weights.
    mutating func convolve(
        _ input: Int, _ output: Int, size: Int = 1, stride: Int = 1, pad: Int = 0, activation: LoweredActivation = .none
    ) {
        let filter = constant(picture(output).channels, size, size, picture(input).channels)
        let bias = constant(picture(output).channels)
        graph.instructions.append(
            .convolution(
                ConvolutionInstruction(
                    input: input, filter: filter, bias: bias, output: output, inputShape: picture(input),
                    outputShape: picture(output),
                    window: Window(
                        height: size, width: size, strideHeight: stride, strideWidth: stride, padTop: pad, padLeft: pad),
                    activation: activation)))
    }

    /// Adds a depthwise convolution with random weights.
    mutating func depthwise(
        _ input: Int, _ output: Int, size: Int, stride: Int, pad: Int, activation: LoweredActivation = .none
    ) {
        let filter = constant(1, size, size, picture(output).channels)
        let bias = constant(picture(output).channels)
        graph.instructions.append(
            .depthwise(
                DepthwiseInstruction(
                    input: input, filter: filter, bias: bias, output: output, inputShape: picture(input),
                    outputShape: picture(output),
                    window: Window(
                        height: size, width: size, strideHeight: stride, strideWidth: stride, padTop: pad, padLeft: pad),
                    activation: activation)))
    }

    /// Adds `a + b`, both of the output's shape.
    mutating func add(_ a: Int, _ b: Int, _ output: Int) {
        graph.instructions.append(
            .binary(
                BinaryInstruction(
                    operation: .add, a: a, b: b, output: output, extents: [graph.values[output].type.shape.count],
                    aStrides: [1],
                    bStrides: [1])))
    }

    mutating func prelu(_ input: Int, _ output: Int) {
        let channels = picture(input).channels
        let slopes = constant(channels)
        graph.instructions.append(
            .binary(
                BinaryInstruction(
                    operation: .prelu, a: input, b: slopes, output: output, extents: [picture(input).pixels, channels],
                    aStrides: [channels, 1], bStrides: [0, 1])))
    }

    /// Adds zeros around an image, or after its channels.
    mutating func pad(_ input: Int, _ output: Int, top: Int = 0, left: Int = 0) {
        let (inner, outer) = (graph.values[input].type.shape, graph.values[output].type.shape)
        graph.instructions.append(.fill(FillInstruction(output: output, value: 0)))
        graph.instructions.append(
            .copy(
                CopyInstruction(
                    input: input, output: output, elementByteCount: 4, extents: inner.dimensions, inputOffset: 0,
                    inputStrides: inner.strides, outputOffset: top * outer.strides[1] + left * outer.strides[2],
                    outputStrides: outer.strides)))
    }

    /// Copies all elements to an offset in another value.
    mutating func place(_ input: Int, in output: Int, at offset: Int = 0) {
        graph.instructions.append(
            .copy(
                CopyInstruction(
                    input: input, output: output, elementByteCount: 4, extents: [graph.values[input].type.shape.count],
                    inputOffset: 0,
                    inputStrides: [1], outputOffset: offset, outputStrides: [1])))
    }

    /// Returns the outputs for seeded random inputs.
    func run(
        disabledPasses: [String], level: String? = nil, backend: NetworkOptions.Backend = .simd, threads: Int = 1,
        precision: NetworkOptions.Precision = .single
    ) throws -> [[Float]] {
        let options = NetworkOptions(
            level: level, backend: backend, disabledPasses: disabledPasses, allowsOtherRounding: true,
            precision: precision)
        let session = Session(try Plan(graph, options: options), team: ThreadTeam(count: threads))
        var random = SplitMix64(seed: 7)
        for index in graph.inputs.indices {
            for position in session.inputFloats(index).indices {
                session.inputFloats(index)[position] = Float.random(in: -1..<1, using: &random)
            }
        }
        session.run()
        return graph.outputs.indices.map { session.output($0) }
    }

    /// Returns the names of the plan's steps.
    func stepNames(disabledPasses: [String] = []) throws -> [String] {
        try Plan(graph, options: NetworkOptions(disabledPasses: disabledPasses, allowsOtherRounding: true)).steps.map(
            \.name)
    }
}

/// Returns the largest difference between two lists of tensors, relative to the largest element of the second.
func relativeDifference(_ found: [[Float]], _ expected: [[Float]]) -> Float {
    var worst: Float = found.count == expected.count ? 0 : .infinity
    for (a, b) in zip(found, expected) {
        guard a.count == b.count else { return .infinity }
        let scale = b.reduce(Float.leastNormalMagnitude) { max($0, abs($1)) }
        for (x, y) in zip(a, b) {
            let difference = abs(x - y) / scale
            worst = difference <= worst ? worst : (difference.isNaN ? .infinity : difference)
        }
    }
    return worst
}

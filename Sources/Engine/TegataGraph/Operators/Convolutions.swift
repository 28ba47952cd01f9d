import TegataBuffers
import TegataFormats

/// An operator that sums products of input 0 and the weights in input 1, and adds the bias in input 2 if there is one.
protocol ConvolutionOperator: Operator {
    var convolution: Convolution { get }

    /// Returns the instruction for constant weights.
    func instruction(filter: Int, bias: Int?, input: Int, output: Int, activation: LoweredActivation) -> Instruction

    /// Whether the operator needs naive evaluation, because kernels cannot compute it in bounded memory.
    var needsEvaluation: Bool { get }
}

/// The decoded data of such an operator. A matrix product is treated as a convolution over the pixels of a single row.
struct Convolution: Sendable {
    let input: ImageShape
    let output: ImageShape
    let outputType: TensorType
    let window: Window
    /// The number of groups of input and output channels. An output depends only on the inputs in its group.
    let groups: Int
    let activation: FusedActivation
    let hasConstantWeights: Bool
    /// The distances between the weights of two output channels, two taps of the window and two input channels.
    let weightStrides: (channel: Int, tap: Int, term: Int)

    /// The number of input channels on which an output channel depends.
    var groupInputs: Int { input.channels / groups }
}

extension Convolution {
    /// Creates the convolution of an image with a filter's window, according to the options in the given fields.
    fileprivate init(
        _ node: NodeReader, input: ImageShape, filter: ImageShape, channels: Int, groups: Int,
        weightStrides: (channel: Int, tap: Int, term: Int), _ fields: WindowFields, activation field: Int
    ) throws(GraphError) {
        try node.checkBias(2, channels: channels)
        let place = try node.slidingWindow(height: filter.height, width: filter.width, over: input, fields)
        let activation = try FusedActivation(node, field: field)
        let output = ImageShape(
            batches: input.batches, height: place.outputHeight, width: place.outputWidth, channels: channels)
        self.init(
            input: input, output: output, outputType: TensorType(try node.shape(of: output)), window: place.window,
            groups: groups, activation: activation, hasConstantWeights: node.hasConstantWeights,
            weightStrides: weightStrides)
    }
}

extension NodeReader {
    /// Whether weights and bias are known when the network is loaded.
    fileprivate var hasConstantWeights: Bool {
        isConstant(1) && (optionalInput(2) == nil || isConstant(2))
    }
}

extension ConvolutionOperator {
    var outputTypes: [TensorType] { [convolution.outputType] }

    var multiplyAccumulates: Int {
        let window = convolution.window
        return convolution.outputType.shape.count.clampedProduct(
            with: window.height * window.width * convolution.groupInputs)
    }

    /// Computes sums in double precision.
    func evaluate(_ operands: Operands) {
        let pixels = operands.input(0)
        let weights = operands.input(1)
        let bias = operands.optionalInput(2)
        let results = operands.output
        let (input, output, window) = (convolution.input, convolution.output, convolution.window)
        let (groupInputs, strides) = (convolution.groupInputs, convolution.weightStrides)
        let groupOutputs = output.channels / convolution.groups
        var index = 0
        for batch in 0..<output.batches {
            for y in 0..<output.height {
                let rows = window.rowsInside(y: y, height: input.height)
                for x in 0..<output.width {
                    let columns = window.columnsInside(x: x, width: input.width)
                    for channel in 0..<output.channels {
                        let firstInput = channel / groupOutputs * groupInputs
                        var sum = bias.map { Double($0[channel]) } ?? 0
                        for row in rows {
                            let inputY = y * window.strideHeight - window.padTop + row * window.dilationHeight
                            for column in columns {
                                let inputX = x * window.strideWidth - window.padLeft + column * window.dilationWidth
                                let pixel = (batch * input.height + inputY) * input.width + inputX
                                let first = pixel * input.channels + firstInput
                                let tap = channel * strides.channel + (row * window.width + column) * strides.tap
                                for term in 0..<groupInputs {
                                    sum += Double(pixels[first + term]) * Double(weights[tap + term * strides.term])
                                }
                            }
                        }
                        results[index] = convolution.activation(Float(sum))
                        index += 1
                    }
                }
            }
        }
    }

    func lower(_ lowering: inout Lowering) {
        guard convolution.hasConstantWeights, !needsEvaluation else { return lowering.emitEvaluation() }
        let input = lowering.input(0)
        let filter = lowering.input(1)
        let bias = lowering.optionalInput(2)
        lowering.emit(to: lowering.output(), convolution.activation) { target, activation in
            instruction(filter: filter, bias: bias, input: input, output: target, activation: activation)
        }
    }

    func instruction(filter: Int, bias: Int?, input: Int, output: Int, activation: LoweredActivation) -> Instruction {
        .convolution(
            ConvolutionInstruction(
                input: input, filter: filter, bias: bias, output: output, inputShape: convolution.input,
                outputShape: convolution.output, window: convolution.window, groups: convolution.groups,
                activation: activation))
    }

    var needsEvaluation: Bool { convolution.window.reachesFar(beyond: convolution.input) }
}

let convolutionOperators = [
    OperatorFactory(Conv2D.self), OperatorFactory(DepthwiseConv2D.self), OperatorFactory(FullyConnected.self),
]

/// A convolution, optionally dilated or grouped.
///
/// The filter is `[output channels][height][width][input channels / groups]`. Its last extent determines the number of
/// groups.
struct Conv2D: ConvolutionOperator {
    static let builtin = BuiltinOperator.conv2D
    static let versions = 1...8
    static let optionsType: UInt8? = 1

    /// Field numbers of `Conv2DOptions`.
    private enum Field {
        static let activation = 3
        static let dilationWidth = 4
        static let dilationHeight = 5
    }

    let convolution: Convolution

    init(_ node: NodeReader) throws(GraphError) {
        try node.expectOperands(inputs: 2...3)
        let input = try node.picture(0)
        let filter = try node.picture(1)
        guard input.channels >= 1, filter.channels >= 1, input.channels.isMultiple(of: filter.channels) else {
            throw node.invalid(
                "filter channels", filter.channels,
                expected: "at least 1 and a divisor of the input's \(input.channels)")
        }
        let groups = input.channels / filter.channels
        guard filter.batches >= 1, filter.batches.isMultiple(of: groups) else {
            throw node.invalid("filter count", filter.batches, expected: "a multiple of the \(groups) groups")
        }
        guard filter.height >= 1, filter.width >= 1 else {
            throw node.invalid("filter extents", "\(filter.height)×\(filter.width)", expected: "at least 1×1")
        }
        convolution = try Convolution(
            node, input: input, filter: filter, channels: filter.batches, groups: groups,
            weightStrides: (filter.height * filter.width * filter.channels, filter.channels, 1),
            WindowFields(dilationWidth: Field.dilationWidth, dilationHeight: Field.dilationHeight),
            activation: Field.activation)
    }
}

/// A separate convolution of each channel: output channel `o` depends only on input channel `o / multiplier`.
///
/// The filter is `[1][height][width][output channels]`. Its last extent determines the multiplier, so the option with
/// that name is redundant.
struct DepthwiseConv2D: ConvolutionOperator {
    static let builtin = BuiltinOperator.depthwiseConv2D
    static let versions = 1...7
    static let optionsType: UInt8? = 2

    /// Field numbers of `DepthwiseConv2DOptions`.
    private enum Field {
        static let activation = 4
        static let dilationWidth = 5
        static let dilationHeight = 6
    }

    let convolution: Convolution

    init(_ node: NodeReader) throws(GraphError) {
        try node.expectOperands(inputs: 2...3)
        let input = try node.picture(0)
        let filter = try node.picture(1)
        guard filter.batches == 1, filter.height >= 1, filter.width >= 1 else {
            throw node.invalid("filter shape", try node.input(1).shape, expected: "1×height×width×channels")
        }
        guard input.channels >= 1, filter.channels >= 1, filter.channels.isMultiple(of: input.channels) else {
            throw node.invalid(
                "filter channels", filter.channels, expected: "a multiple of the input's \(input.channels)")
        }
        convolution = try Convolution(
            node, input: input, filter: filter, channels: filter.channels, groups: input.channels,
            weightStrides: (1, filter.channels, 0),
            WindowFields(dilationWidth: Field.dilationWidth, dilationHeight: Field.dilationHeight),
            activation: Field.activation)
    }

    func instruction(filter: Int, bias: Int?, input: Int, output: Int, activation: LoweredActivation) -> Instruction {
        .depthwise(
            DepthwiseInstruction(
                input: input, filter: filter, bias: bias, output: output, inputShape: convolution.input,
                outputShape: convolution.output, window: convolution.window, activation: activation))
    }

    var needsEvaluation: Bool {
        let (input, output, window) = (convolution.input, convolution.output, convolution.window)
        // With a multiplier, a whole row is repeated; it must not be much larger than the part that the windows read.
        return output.channels != input.channels && window.leavesGaps || window.reachesFar(beyond: input)
    }
}

/// A matrix product of the input's rows and the `[units][depth]` weights, plus a bias.
///
/// The input is read as rows of `depth` elements, regardless of its shape. With `keep_num_dims`, the output keeps all
/// axes of the input except the last.
struct FullyConnected: ConvolutionOperator {
    static let builtin = BuiltinOperator.fullyConnected
    static let versions = 1...14
    static let optionsType: UInt8? = 8

    /// Field numbers of `FullyConnectedOptions`.
    private enum Field {
        static let activation = 0
        static let weightsFormat = 1
        static let keepsAxes = 2
    }

    let convolution: Convolution

    init(_ node: NodeReader) throws(GraphError) {
        try node.expectOperands(inputs: 2...3)
        let input = try node.floatInput(0).shape
        let weights = try node.floatInput(1).shape
        let format = try node.byteOption(Field.weightsFormat)
        guard format == 0 else {
            guard format == 1 else { throw node.invalid("weights_format", format, expected: "0 or 1") }
            throw node.unsupported("weights_format", "SHUFFLED4x16INT8", supported: "DEFAULT")
        }
        guard weights.rank == 2, weights[0] >= 1, weights[1] >= 1 else {
            throw node.invalid("weight shape", weights, expected: "units×depth")
        }
        let (units, depth) = (weights[0], weights[1])
        try node.checkBias(2, channels: units)
        let activation = try FusedActivation(node, field: Field.activation)
        guard input.count.isMultiple(of: depth) else {
            throw node.invalid("input shape", input, expected: "a multiple of \(depth) elements")
        }
        let rows = input.count / depth
        var extents = [rows, units]
        if try node.boolOption(Field.keepsAxes) {
            guard let last = input.dimensions.last, last == depth else {
                throw node.invalid("input shape", input, expected: "\(depth) along the last axis")
            }
            extents = input.dimensions.dropLast() + [units]
        }
        convolution = Convolution(
            input: ImageShape(batches: 1, height: 1, width: rows, channels: depth),
            output: ImageShape(batches: 1, height: 1, width: rows, channels: units),
            outputType: TensorType(try node.shape(extents)), window: .pixel, groups: 1, activation: activation,
            hasConstantWeights: node.hasConstantWeights, weightStrides: (depth, depth, 1))
    }
}

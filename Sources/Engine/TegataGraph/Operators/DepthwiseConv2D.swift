import TegataBuffers
import TegataFormats

/// A convolution of every channel by itself: output channel `o` sees input channel `o / multiplier` alone.
///
/// The filter is `[1][height][width][output channels]`; the multiplier follows from its last extent, the option of that
/// name is redundant.
struct DepthwiseConv2D: Operator {
    static let builtin = BuiltinOperator.depthwiseConv2D
    static let versions = 1...7
    static let optionsType: UInt8? = 2

    /// Field numbers of `DepthwiseConv2DOptions`.
    private enum Field {
        static let activation = 4
        static let dilationWidth = 5
        static let dilationHeight = 6
    }

    private let input: Picture
    private let output: Picture
    private let outputType: TensorType
    private let window: Window
    private let activation: FusedActivation
    private let hasConstantWeights: Bool

    init(_ node: NodeReader) throws(GraphError) {
        try node.expectOperands(inputs: 2...3)
        input = try node.picture(0)
        let filter = try node.picture(1)
        guard filter.batches == 1, filter.height >= 1, filter.width >= 1 else {
            throw node.invalid("filter shape", try node.input(1).shape, expected: "1×height×width×channels")
        }
        guard input.channels >= 1, filter.channels >= 1, filter.channels.isMultiple(of: input.channels) else {
            throw node.invalid(
                "filter channels", filter.channels, expected: "a multiple of the input's \(input.channels)")
        }
        try node.checkBias(2, channels: filter.channels)
        let place = try node.slidingWindow(
            height: filter.height, width: filter.width, over: input,
            WindowFields(dilationWidth: Field.dilationWidth, dilationHeight: Field.dilationHeight))
        activation = try FusedActivation(node, field: Field.activation)
        window = place.window
        output = Picture(
            batches: input.batches, height: place.outputHeight, width: place.outputWidth, channels: filter.channels)
        outputType = TensorType(try node.shape(of: output))
        hasConstantWeights = node.isConstant(1) && (node.optionalInput(2) == nil || node.isConstant(2))
    }

    var outputTypes: [TensorType] { [outputType] }

    var multiplyAccumulates: Int {
        outputType.shape.count.clampedProduct(with: window.height * window.width)
    }

    /// Sums are kept in double precision.
    func evaluate(_ operands: Operands) {
        let pixels = operands.input(0)
        let filter = operands.input(1)
        let bias = operands.optionalInput(2)
        let results = operands.output
        let multiplier = output.channels / input.channels
        var index = 0
        for batch in 0..<output.batches {
            for y in 0..<output.height {
                let rows = window.rowsInside(y: y, height: input.height)
                for x in 0..<output.width {
                    let columns = window.columnsInside(x: x, width: input.width)
                    for channel in 0..<output.channels {
                        var sum = bias.map { Double($0[channel]) } ?? 0
                        for row in rows {
                            let inputY = y * window.strideHeight - window.padTop + row * window.dilationHeight
                            for column in columns {
                                let inputX = x * window.strideWidth - window.padLeft + column * window.dilationWidth
                                let pixel = (batch * input.height + inputY) * input.width + inputX
                                sum +=
                                    Double(pixels[pixel * input.channels + channel / multiplier])
                                    * Double(filter[(row * window.width + column) * output.channels + channel])
                            }
                        }
                        results[index] = activation(Float(sum))
                        index += 1
                    }
                }
            }
        }
    }

    func lower(_ lowering: inout Lowering) {
        // With a multiplier all of a row is repeated, which must not be much more than the windows see of it.
        let repeatsMuch = output.channels != input.channels && window.leavesGaps
        guard hasConstantWeights, !repeatsMuch, !window.reachesFar(beyond: input) else {
            return lowering.emitEvaluation()
        }
        let pixels = lowering.input(0)
        let filter = lowering.input(1)
        let bias = lowering.optionalInput(2)
        lowering.emit(to: lowering.output(), activation) { target, activation in
            .depthwise(
                DepthwiseInstruction(
                    input: pixels, filter: filter, bias: bias, output: target, inputPicture: input,
                    outputPicture: output,
                    window: window, activation: activation))
        }
    }
}

import TegataBuffers
import TegataFormats

/// A convolution, dilated and in groups where asked.
///
/// The filter is `[output channels][height][width][input channels / groups]`; how many groups there are follows from
/// its last extent.
struct Conv2D: Operator {
    static let builtin = BuiltinOperator.conv2D
    static let versions = 1...8
    static let optionsType: UInt8? = 1

    /// Field numbers of `Conv2DOptions`.
    private enum Field {
        static let activation = 3
        static let dilationWidth = 4
        static let dilationHeight = 5
    }

    private let input: Picture
    private let output: Picture
    private let outputType: TensorType
    private let window: Window
    private let groups: Int
    private let activation: FusedActivation
    private let hasConstantWeights: Bool

    init(_ node: NodeReader) throws(GraphError) {
        try node.expectOperands(inputs: 2...3)
        input = try node.picture(0)
        let filter = try node.picture(1)
        guard input.channels >= 1, filter.channels >= 1, input.channels.isMultiple(of: filter.channels) else {
            throw node.invalid(
                "filter channels", filter.channels,
                expected: "at least 1 and a divisor of the input's \(input.channels)")
        }
        groups = input.channels / filter.channels
        guard filter.batches >= 1, filter.batches.isMultiple(of: groups) else {
            throw node.invalid("filter count", filter.batches, expected: "a multiple of the \(groups) groups")
        }
        guard filter.height >= 1, filter.width >= 1 else {
            throw node.invalid("filter extents", "\(filter.height)×\(filter.width)", expected: "at least 1×1")
        }
        try node.checkBias(2, channels: filter.batches)
        let place = try node.slidingWindow(
            height: filter.height, width: filter.width, over: input,
            WindowFields(dilationWidth: Field.dilationWidth, dilationHeight: Field.dilationHeight))
        activation = try FusedActivation(node, field: Field.activation)
        window = place.window
        output = Picture(
            batches: input.batches, height: place.outputHeight, width: place.outputWidth, channels: filter.batches)
        outputType = TensorType(try node.shape(of: output))
        hasConstantWeights = node.isConstant(1) && (node.optionalInput(2) == nil || node.isConstant(2))
    }

    var outputTypes: [TensorType] { [outputType] }

    private var groupInputs: Int { input.channels / groups }

    var multiplyAccumulates: Int {
        outputType.shape.count.clampedProduct(with: window.height * window.width * groupInputs)
    }

    /// Sums are kept in double precision.
    func evaluate(_ operands: Operands) {
        let pixels = operands.input(0)
        let filter = operands.input(1)
        let bias = operands.optionalInput(2)
        let results = operands.output
        let groupOutputs = output.channels / groups
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
                                let tap = (channel * window.height + row) * window.width + column
                                for term in 0..<groupInputs {
                                    sum +=
                                        Double(pixels[pixel * input.channels + firstInput + term])
                                        * Double(filter[tap * groupInputs + term])
                                }
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
        guard hasConstantWeights, !window.reachesFar(beyond: input) else { return lowering.emitEvaluation() }
        let pixels = lowering.input(0)
        let filter = lowering.input(1)
        let bias = lowering.optionalInput(2)
        lowering.emit(to: lowering.output(), activation) { target, activation in
            .convolution(
                ConvolutionInstruction(
                    input: pixels, filter: filter, bias: bias, output: target, inputPicture: input,
                    outputPicture: output,
                    window: window, groups: groups, activation: activation))
        }
    }
}

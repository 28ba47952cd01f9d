import TegataBuffers
import TegataFormats
import TegataKernelABI

/// An operator that reduces a sliding window to one value per channel. Taps outside the image are ignored.
protocol PoolOperator: Operator {
    static var reduction: Reduction { get }
    var pool: PoolOptions { get }

    init(pool: PoolOptions)
}

let poolOperators = [OperatorFactory(MaxPool2D.self), OperatorFactory(AveragePool2D.self)]

extension PoolOperator {
    init(_ node: NodeReader) throws(GraphError) {
        self.init(pool: try PoolOptions(node))
    }

    static var optionsType: UInt8? { 5 }

    var outputTypes: [TensorType] { [pool.outputType] }

    var evaluationOperations: Int {
        pool.outputType.shape.count.clampedProduct(with: pool.window.height.clampedProduct(with: pool.window.width))
    }

    /// Computes sums in double precision.
    func evaluate(_ operands: Operands) {
        let input = operands.input(0)
        let output = operands.output
        let (picture, window) = (pool.input, pool.window)
        var index = 0
        for batch in 0..<pool.output.batches {
            for y in 0..<pool.output.height {
                let rows = window.rowsInside(y: y, height: picture.height)
                for x in 0..<pool.output.width {
                    let columns = window.columnsInside(x: x, width: picture.width)
                    for channel in 0..<picture.channels {
                        var sum = 0.0
                        var maximum = -Float.greatestFiniteMagnitude
                        for row in rows {
                            let inputY = y * window.strideHeight - window.padTop + row
                            for column in columns {
                                let inputX = x * window.strideWidth - window.padLeft + column
                                let pixel = (batch * picture.height + inputY) * picture.width + inputX
                                let value = input[pixel * picture.channels + channel]
                                sum += Double(value)
                                maximum = value > maximum ? value : maximum
                            }
                        }
                        let mean = Float(sum / Double(rows.count * columns.count))
                        output[index] = pool.activation(Self.reduction == .maximum ? maximum : mean)
                        index += 1
                    }
                }
            }
        }
    }

    func lower(_ lowering: inout Lowering) {
        let input = lowering.input(0)
        lowering.emit(to: lowering.output(), pool.activation) { output, activation in
            .pool(
                PoolInstruction(
                    reduction: Self.reduction, input: input, output: output, inputShape: pool.input,
                    outputShape: pool.output,
                    window: pool.window, activation: activation))
        }
    }
}

/// The decoded data of a pooling operator: `Pool2DOptions`.
struct PoolOptions: Sendable {
    let input: ImageShape
    let output: ImageShape
    let outputType: TensorType
    let window: Window
    let activation: FusedActivation

    private enum Field {
        static let width = 3
        static let height = 4
        static let activation = 5
    }

    init(_ node: NodeReader) throws(GraphError) {
        try node.expectOperands(inputs: 1...1)
        input = try node.picture(0)
        let place = try node.slidingWindow(
            height: try node.positiveOption("filter_height", Field.height),
            width: try node.positiveOption("filter_width", Field.width),
            over: input,
            WindowFields())
        activation = try FusedActivation(node, field: Field.activation)
        window = place.trimmed(to: input)
        output = ImageShape(
            batches: input.batches, height: place.outputHeight, width: place.outputWidth, channels: input.channels)
        outputType = TensorType(try node.shape(of: output))
    }
}

/// The largest value in a sliding window.
struct MaxPool2D: PoolOperator {
    static let builtin = BuiltinOperator.maxPool2D
    static let versions = 1...3
    static let reduction = Reduction.maximum

    let pool: PoolOptions
}

/// The mean over a sliding window.
struct AveragePool2D: PoolOperator {
    static let builtin = BuiltinOperator.averagePool2D
    static let versions = 1...3
    static let reduction = Reduction.mean

    let pool: PoolOptions
}

/// What pooling operators decode: `Pool2DOptions`.
struct PoolOptions: Sendable {
    let input: Picture
    let output: Picture
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
        output = Picture(
            batches: input.batches, height: place.outputHeight, width: place.outputWidth, channels: input.channels)
        outputType = TensorType(try node.shape(of: output))
    }
}

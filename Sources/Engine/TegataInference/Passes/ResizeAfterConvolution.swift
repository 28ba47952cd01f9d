import TegataGraph

/// Moves a 1×1 convolution ahead of the bilinear resize that precedes it if there are fewer pixels there.
///
/// Interpolation weights sum to 1, so a linear map of each pixel, including its bias, commutes with the resize. The
/// activation must come after both.
func resizeAfterConvolution(_ graph: inout LoweredGraph) {
    let usage = Usage(graph)
    for (index, instruction) in graph.instructions.enumerated() {
        guard case .convolution(var convolution) = instruction, convolution.isPixel, convolution.residual == nil,
            let writer = usage.soleWriter(of: convolution.input), case .resize(var resize) = graph.instructions[writer],
            resize.activation == .none, resize.residual == nil, convolution.inputShape == resize.outputShape,
            resize.inputShape.pixels < resize.outputShape.pixels
        else { continue }
        var picture = resize.inputShape
        picture.channels = convolution.outputShape.channels
        guard let shape = Shape([picture.batches, picture.height, picture.width, picture.channels]) else { continue }
        graph.values.append(Value(name: "", type: TensorType(shape)))
        graph.placements.append(.own)
        let between = graph.values.count - 1
        resize.activation = convolution.activation
        resize.output = convolution.output
        resize.outputShape.channels = picture.channels
        convolution.input = resize.input
        convolution.inputShape = resize.inputShape
        convolution.activation = .none
        convolution.output = between
        convolution.outputShape = picture
        resize.input = between
        resize.inputShape = picture
        graph.instructions[writer] = .convolution(convolution)
        graph.instructions[index] = .resize(resize)
    }
}

import TegataGraph

/// Moves a 1×1 convolution before the bilinear resize that precedes it, if there are fewer pixels.
///
/// Interpolation weights sum to 1, so a linear map of each pixel, including its bias, commutes with the resize. The
/// activation must come after both.
func resizeAfterConvolution(_ graph: inout LoweredGraph) {
    let usage = Usage(graph)
    for (index, instruction) in graph.instructions.enumerated() {
        guard case .convolution(var convolution) = instruction, convolution.isPixel, convolution.residual == nil,
            let writer = usage.soleWriter(of: convolution.input), case .resize(var resize) = graph.instructions[writer],
            resize.activation == .none, resize.residual == nil, convolution.inputPicture == resize.outputPicture,
            resize.inputPicture.pixels < resize.outputPicture.pixels
        else { continue }
        var picture = resize.inputPicture
        picture.channels = convolution.outputPicture.channels
        guard let shape = Shape([picture.batches, picture.height, picture.width, picture.channels]) else { continue }
        graph.values.append(Value(name: "", type: TensorType(shape)))
        graph.placements.append(.own)
        let between = graph.values.count - 1
        resize.activation = convolution.activation
        resize.output = convolution.output
        resize.outputPicture.channels = picture.channels
        convolution.input = resize.input
        convolution.inputPicture = resize.inputPicture
        convolution.activation = .none
        convolution.output = between
        convolution.outputPicture = picture
        resize.input = between
        resize.inputPicture = picture
        graph.instructions[writer] = .convolution(convolution)
        graph.instructions[index] = .resize(resize)
    }
}

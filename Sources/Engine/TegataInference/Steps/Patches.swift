import TegataGraph

/// Gathers the input elements under the windows of output pixels into rows of a matrix: for windows that are not runs
/// of the picture.
struct Patches: Sendable {
    private let instruction: ConvolutionInstruction

    init(_ instruction: ConvolutionInstruction) {
        self.instruction = instruction
    }

    /// Pieces of the output pixels whose patches fit a cache.
    var pieces: Pieces {
        Pieces(instruction.outputPicture.pixels, size: max(8, CacheShare.middle / max(instruction.inner, 1)))
    }

    /// Elements of the patches of one piece.
    var scratchElementCount: Int { min(pieces.size, pieces.count) * instruction.inner }

    func gather(_ input: Elements, group: Int, pixels: Range<Int>, to target: Elements) {
        let window = instruction.window
        let source = instruction.inputPicture
        let output = instruction.outputPicture
        let channels = source.channels / instruction.groups
        var destination = target
        for pixel in pixels {
            let column = pixel % output.width
            let row = pixel / output.width % output.height
            let batch = pixel / (output.width * output.height)
            for windowRow in 0..<window.height {
                let inputRow = row * window.strideHeight - window.padTop + windowRow * window.dilationHeight
                for windowColumn in 0..<window.width {
                    let inputColumn = column * window.strideWidth - window.padLeft + windowColumn * window.dilationWidth
                    if inputRow >= 0, inputRow < source.height, inputColumn >= 0, inputColumn < source.width {
                        let position = (batch * source.height + inputRow) * source.width + inputColumn
                        destination.copy(from: input + position * source.channels + group * channels, count: channels)
                    } else {
                        destination.clear(count: channels)
                    }
                    destination = destination + channels
                }
            }
        }
    }
}

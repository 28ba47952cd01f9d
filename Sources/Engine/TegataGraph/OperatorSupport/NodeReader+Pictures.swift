extension NodeReader {
    /// A float32 input that must be batches of pictures.
    func picture(_ index: Int) throws(GraphError) -> Picture {
        let type = try floatInput(index)
        guard let picture = Picture(type.shape) else {
            throw invalid("rank of input \(index)", type.shape.rank, expected: "4")
        }
        return picture
    }

    /// The shape of a picture that the operator yields.
    func shape(of picture: Picture) throws(GraphError) -> Shape {
        try shape([picture.batches, picture.height, picture.width, picture.channels])
    }

    /// Checks that a bias, where there is one, has as many elements as there are output channels.
    func checkBias(_ index: Int, channels: Int) throws(GraphError) {
        guard optionalInput(index) != nil else { return }
        let bias = try floatInput(index)
        guard bias.shape.count == channels else {
            throw invalid(
                "shape of input \(index)", bias.shape, expected: "\(channels) elements, one per output channel")
        }
    }
}

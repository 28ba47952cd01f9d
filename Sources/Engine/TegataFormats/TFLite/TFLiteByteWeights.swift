/// Weights as signed bytes with a scale for each output channel: weight = scale · byte.
package struct TFLiteByteWeights: Sendable {
    /// The bytes, in the order of the tensor's elements. The first dimension is the output channels.
    package let bytes: [Int8]
    /// The scales, one for each output channel.
    package let scales: [Float]

    package init(bytes: [Int8], scales: [Float]) {
        self.bytes = bytes
        self.scales = scales
    }
}

/// A constant that replaces another in a network that is rewritten.
package enum TFLiteNewConstant: Sendable {
    /// The weights of convolutions, as bytes.
    case bytes(TFLiteByteWeights)
    /// Elements of type float32.
    case floats([Float])
}

/// Some of the slices of a tensor along an axis.
package struct TFLiteSlices: Sendable {
    package let axis: Int
    package let kept: [Int]

    package init(axis: Int, kept: [Int]) {
        self.axis = axis
        self.kept = kept
    }

    /// Returns the elements in these slices of a tensor with the given content.
    func elements(of data: [UInt8], shape: [Int]) -> [UInt8] {
        let outer = shape[..<axis].reduce(1, *)
        let run = data.count / max(outer * shape[axis], 1)
        var elements: [UInt8] = []
        elements.reserveCapacity(outer * kept.count * run)
        for row in 0..<outer {
            for slice in kept {
                let start = (row * shape[axis] + slice) * run
                elements += data[start..<start + run]
            }
        }
        return elements
    }
}

/// Weights as signed bytes with a scale for each output channel: weight = scale · byte.
package struct TFLiteByteWeights: Sendable {
    /// The bytes, in the order of the tensor's elements. The first dimension counts output channels.
    package let bytes: [Int8]
    /// The scales, one for each output channel.
    package let scales: [Float]

    package init(bytes: [Int8], scales: [Float]) {
        self.bytes = bytes
        self.scales = scales
    }
}

/// A constant that takes the place of another in a network that is written again.
package enum TFLiteNewConstant: Sendable {
    /// The weights of convolutions as bytes.
    case bytes(TFLiteByteWeights)
    /// Elements of type float32.
    case floats([Float])
}

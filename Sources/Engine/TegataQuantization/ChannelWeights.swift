import TegataFormats

/// Weights with one scale for each output channel, in any of the layouts of operators.
struct ChannelWeights {
    let values: [Float]
    let channels: Int
    /// Whether the output channel is the last dimension rather than the first.
    let isDepthwise: Bool

    func channel(of index: Int) -> Int { isDepthwise ? index % channels : index / (values.count / channels) }

    /// Returns the weights as bytes, rounded to the nearest.
    func nearest() -> TFLiteByteWeights {
        var scales = [Float](repeating: 0, count: channels)
        for (index, value) in values.enumerated() {
            scales[channel(of: index)] = max(scales[channel(of: index)], abs(value) / 127)
        }
        // Zeros may have any scale.
        for channel in scales.indices where scales[channel] < .leastNormalMagnitude { scales[channel] = 1 }
        return bytes(scales: scales)
    }

    func bytes(scales: [Float]) -> TFLiteByteWeights {
        TFLiteByteWeights(
            bytes: values.enumerated().map { index, value in
                Int8(max(-127, min(127, (value / scales[channel(of: index)]).rounded(.toNearestOrEven))))
            },
            scales: scales)
    }

    /// Returns what the bytes leave of the weights.
    func rest(after bytes: TFLiteByteWeights) -> ChannelWeights {
        ChannelWeights(
            values: values.enumerated().map { index, value in
                value - Float(bytes.bytes[index]) * bytes.scales[channel(of: index)]
            },
            channels: channels, isDepthwise: isDepthwise)
    }
}

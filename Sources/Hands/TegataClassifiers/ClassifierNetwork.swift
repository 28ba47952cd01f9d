/// The numbers of rows and channels of a value between layers.
package struct LayerShape: Sendable, Equatable {
    package var frames: Int
    package var channels: Int

    package init(frames: Int, channels: Int) {
        self.frames = frames
        self.channels = channels
    }

    /// The number of elements in the value.
    package var count: Int { frames * channels }
}

/// A sequence of layers from features to logits.
package struct ClassifierNetwork: Sendable, Equatable {
    /// The shape of the input.
    package let input: LayerShape
    /// The layers in order.
    package let layers: [ClassifierLayer]
    /// The shape of each layer's output.
    package let shapes: [LayerShape]

    /// The maximum size of a value between layers; files cannot exceed it.
    package static let largestValue = 1 << 20
    /// The maximum size of all values combined, because some layers take one byte in a file but still compute whole
    /// values.
    package static let largestSum = 1 << 22
    /// The maximum number of layers.
    package static let largestLayerCount = 64

    /// Creates a network; nil if a layer does not fit the previous one, the last one outputs more than one row, or
    /// there are too many layers.
    package init?(input: LayerShape, layers: [ClassifierLayer]) {
        guard input.frames > 0, input.channels > 0, !layers.isEmpty,
            layers.count <= Self.largestLayerCount, input.frames <= Self.largestValue,
            input.channels <= Self.largestValue / input.frames
        else { return nil }
        var shapes: [LayerShape] = []
        var shape = input
        var sum = input.count
        for layer in layers {
            guard let next = layer.shape(after: shape), next.frames <= Self.largestValue,
                next.channels <= Self.largestValue / next.frames, next.count <= Self.largestSum - sum
            else { return nil }
            sum += next.count
            shape = next
            shapes.append(shape)
        }
        guard shape.frames == 1 else { return nil }
        self.input = input
        self.layers = layers
        self.shapes = shapes
    }

    /// The number of logits.
    package var outputCount: Int { shapes[shapes.count - 1].count }

    /// The size of the last layer's input, which is the network's own description of its input.
    package var embeddingCount: Int { layers.count > 1 ? shapes[shapes.count - 2].count : input.count }

    /// Computes the logits and passes them to `body` with the last layer's input; both are valid only during the call.
    package func withOutput<Result>(
        _ input: UnsafePointer<Float>,
        _ body: (_ embedding: UnsafeBufferPointer<Float>, _ logits: UnsafeBufferPointer<Float>) -> Result
    ) -> Result {
        let largest = shapes.reduce(self.input.count) { max($0, $1.count) }
        return withUnsafeTemporaryAllocation(of: Float.self, capacity: 2 * largest) { memory in
            guard let base = memory.baseAddress else {
                return body(UnsafeBufferPointer(start: nil, count: 0), UnsafeBufferPointer(start: nil, count: 0))
            }
            var (from, to) = (base, base + largest)
            from.initialize(repeating: 0, count: 2 * largest)
            from.update(from: input, count: self.input.count)
            var shape = self.input
            for (layer, next) in zip(layers, shapes) {
                layer.apply(from, shape, to: to)
                (from, to) = (to, from)
                shape = next
            }
            for index in 0..<outputCount { from[index] = boundedLogit(from[index]) }
            return body(
                UnsafeBufferPointer(start: to, count: embeddingCount),
                UnsafeBufferPointer(start: from, count: outputCount))
        }
    }
}

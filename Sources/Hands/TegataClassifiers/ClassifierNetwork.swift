/// How many rows and channels a value between layers has.
package struct LayerShape: Sendable, Equatable {
    package var frames: Int
    package var channels: Int

    package init(frames: Int, channels: Int) {
        self.frames = frames
        self.channels = channels
    }

    /// How many numbers that are.
    package var count: Int { frames * channels }
}

/// Layers, one after the other, from features to logits.
package struct ClassifierNetwork: Sendable, Equatable {
    /// What goes in.
    package let input: LayerShape
    /// The layers, the first first.
    package let layers: [ClassifierLayer]
    /// What comes out of every layer.
    package let shapes: [LayerShape]

    /// The most numbers that a value between layers has; files cannot ask for more.
    package static let largestValue = 1 << 20
    /// The most numbers that all values together have, as some layers take a byte of a file and compute all of them.
    package static let largestSum = 1 << 22
    /// The most layers.
    package static let largestLayerCount = 64

    /// Nil where a layer does not fit the one before it, the last gives more than one row, or there are too many.
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

    /// How many logits come out.
    package var outputCount: Int { shapes[shapes.count - 1].count }

    /// What the last layer sees: the network's own description of what it was given.
    package var embeddingCount: Int { layers.count > 1 ? shapes[shapes.count - 2].count : input.count }

    /// Computes the logits, and hands them to `body` with what the last layer saw; both are gone after that.
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

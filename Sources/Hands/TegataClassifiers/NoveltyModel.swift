/// A measure of how far an input is from a classifier's training data.
///
/// The Mahalanobis distance is the distance to the nearest class centre, in a space where the spread within classes is
/// the same in all directions. It is combined with the margin of the network's prediction, which takes into account the
/// network's output for unknown inputs.
package struct NoveltyModel: Sendable, Equatable {
    /// The spaces in which distances can be measured.
    package enum Space: UInt8, Sendable {
        /// The input of the network.
        case features = 0
        /// The input of the network's last layer.
        case embedding = 1
    }

    /// The space in which distances are measured.
    package var space: Space
    /// The matrix by which features are multiplied, `[features × dimensions]`.
    package var whitening: [Float]
    /// The class centres in that space, `[prototypes × dimensions]`; a class may have none.
    package var prototypes: [Float]
    /// The number of elements in a prototype.
    package var dimensions: Int
    /// The mean and spread of the distances of known inputs, followed by the mean and spread of their margins.
    package var distanceScale: NoveltyScale
    package var marginScale: NoveltyScale
    /// The novelty above which an input is unknown.
    package var threshold: Float

    package init(
        space: Space, whitening: [Float], prototypes: [Float], dimensions: Int,
        distanceScale: NoveltyScale = NoveltyScale(), marginScale: NoveltyScale = NoveltyScale(),
        threshold: Float = .greatestFiniteMagnitude
    ) {
        self.space = space
        self.whitening = whitening
        self.prototypes = prototypes
        self.dimensions = dimensions
        self.distanceScale = distanceScale
        self.marginScale = marginScale
        self.threshold = threshold
    }

    /// Returns whether the parts fit together and match `featureCount` features.
    package func isConsistent(featureCount: Int) -> Bool {
        dimensions > 0 && !prototypes.isEmpty && prototypes.count % dimensions == 0 && featureCount > 0
            && whitening.count % dimensions == 0 && whitening.count / dimensions == featureCount
    }

    /// Returns the distance to the nearest prototype, divided by the square root of the number of dimensions.
    package func distance(_ features: UnsafePointer<Float>) -> Float {
        withUnsafeTemporaryAllocation(of: Float.self, capacity: dimensions) { memory in
            guard let place = memory.baseAddress else { return 0 }
            place.initialize(repeating: 0, count: dimensions)
            whitening.withUnsafeBufferPointer { whitening in
                guard let weights = whitening.baseAddress else { return }
                addDenseProduct(
                    rows: 1, inputs: whitening.count / dimensions, outputs: dimensions, input: features, inputStride: 0,
                    weights: weights, output: place)
            }
            var nearest = Float.greatestFiniteMagnitude
            prototypes.withUnsafeBufferPointer { prototypes in
                for start in stride(from: 0, to: prototypes.count, by: dimensions) {
                    var sum: Float = 0
                    for index in 0..<dimensions {
                        let difference = place[index] - prototypes[start + index]
                        sum += difference * difference
                    }
                    nearest = min(nearest, sum)
                }
            }
            return (nearest / Float(dimensions)).squareRoot()
        }
    }

    /// Returns one number computed from distance and margin; the larger it is, the less the input resembles known ones.
    package func novelty(distance: Float, margin: Float) -> Float {
        // Clamp both, so that an unusually small distance or large margin cannot compensate for the other.
        max(distanceScale.standardized(distance), -2) - min(marginScale.standardized(margin), 2)
    }
}

/// The mean and spread of a quantity.
package struct NoveltyScale: Sendable, Equatable {
    package var mean: Float
    package var spread: Float

    package init(mean: Float = 0, spread: Float = 1) {
        self.mean = mean
        self.spread = spread
    }

    /// Whether both are finite, as files require.
    var isFinite: Bool { mean.isFinite && spread.isFinite }

    /// Returns the difference from the mean, in units of the spread.
    package func standardized(_ value: Float) -> Float { (value - mean) / max(spread, 1e-6) }
}

/// How far an input is from everything that a classifier was trained with.
///
/// The distance is Mahalanobis': in a space where the spread within classes is the same in all directions, the distance
/// from the nearest class's middle. It is joined with how sure the network is of its answer, and with the network's
/// own answer for what is nothing that it knows.
package struct NoveltyModel: Sendable, Equatable {
    /// What distances are measured in.
    package enum Space: UInt8, Sendable {
        /// What the network is given.
        case features = 0
        /// What the network's last layer sees.
        case embedding = 1
    }

    /// What distances are measured in.
    package var space: Space
    /// What the features are multiplied with: `[features × dimensions]`.
    package var whitening: [Float]
    /// The classes' middles in that space, `[prototypes × dimensions]`; a class may have none.
    package var prototypes: [Float]
    /// How many numbers a prototype has.
    package var dimensions: Int
    /// What is typical for what is known: the distance, and the margin of the answer, as mean and spread.
    package var distanceScale: NoveltyScale
    package var marginScale: NoveltyScale
    /// From which novelty on an input is unknown.
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

    /// Whether the parts fit each other and `featureCount` features.
    package func isConsistent(featureCount: Int) -> Bool {
        dimensions > 0 && !prototypes.isEmpty && prototypes.count % dimensions == 0 && featureCount > 0
            && whitening.count % dimensions == 0 && whitening.count / dimensions == featureCount
    }

    /// The distance from the nearest prototype, divided by the square root of the number of dimensions.
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

    /// One number of distance and margin; the larger, the less does the input resemble what is known.
    package func novelty(distance: Float, margin: Float) -> Float {
        // What is nearer or surer than usual does not make up for the other.
        max(distanceScale.standardized(distance), -2) - min(marginScale.standardized(margin), 2)
    }
}

/// Mean and spread of a number.
package struct NoveltyScale: Sendable, Equatable {
    package var mean: Float
    package var spread: Float

    package init(mean: Float = 0, spread: Float = 1) {
        self.mean = mean
        self.spread = spread
    }

    /// Whether both are numbers that a file can have.
    var isFinite: Bool { mean.isFinite && spread.isFinite }

    /// How many spreads the value is from the mean.
    package func standardized(_ value: Float) -> Float { (value - mean) / max(spread, 1e-6) }
}

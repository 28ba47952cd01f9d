import TegataClassifiers

/// Adam with decay of the weights by itself (AdamW).
package struct Adam: Sendable, Equatable {
    /// How much weights shrink in a step, by the rate.
    package var decay: Float
    package var means: [Float]
    package var squares: [Float]
    /// How many steps were made.
    package var steps = 0

    private static let first: Float = 0.9
    private static let second: Float = 0.999

    package init(count: Int, decay: Float) {
        self.decay = decay
        means = [Float](repeating: 0, count: count)
        squares = [Float](repeating: 0, count: count)
    }

    /// Moves the parameters against their gradients; `decays` says which of them shrink.
    package mutating func step(_ parameters: inout [Float], gradients: [Float], decays: [Bool], rate: Float) {
        steps += 1
        let meanScale = Float(1 / (1 - exponential(Double(steps) * logarithm(Double(Self.first)))))
        let squareScale = Float(1 / (1 - exponential(Double(steps) * logarithm(Double(Self.second)))))
        let count = parameters.count
        precondition(gradients.count == count && decays.count == count && means.count == count)
        parameters.withUnsafeMutableBufferPointer { parameters in
            means.withUnsafeMutableBufferPointer { means in
                squares.withUnsafeMutableBufferPointer { squares in
                    gradients.withUnsafeBufferPointer { gradients in
                        for index in 0..<count {
                            let gradient = gradients[index]
                            let mean = Self.first * means[index] + (1 - Self.first) * gradient
                            let square = Self.second * squares[index] + (1 - Self.second) * gradient * gradient
                            means[index] = mean
                            squares[index] = square
                            var move = mean * meanScale / ((square * squareScale).squareRoot() + 1e-8)
                            if decays[index] { move += decay * parameters[index] }
                            parameters[index] -= rate * move
                        }
                    }
                }
            }
        }
    }
}

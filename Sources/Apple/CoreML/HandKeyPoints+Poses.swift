import TegataClassifiers

extension HandKeyPoints {
    /// The hand in a part of what Core ML's classifiers of hands call `poses`: rows of x, y and confidence, as Vision's
    /// key-point arrays have them. There y points upwards, here it points downwards; points without confidence stay 0.
    package init?(poses: some RandomAccessCollection<Float>) {
        self.init(values: poses.map { $0 })
        flip()
    }

    /// The same hand as `poses` has it, without what that does not say: which hand it is, and the picture's sides.
    package var poses: [Float] {
        var hand = self
        hand.flip()
        return (0..<Self.valueCount).map { hand.values[$0] }
    }

    /// The hand as far as `poses` says what it is.
    package var asPoses: HandKeyPoints {
        var hand = self
        hand.chirality = .unknown
        hand.aspectRatio = 1
        return hand
    }

    private mutating func flip() {
        for index in 0..<Self.pointCount where values[2 * Self.pointCount + index] > 0 {
            values[Self.pointCount + index] = 1 - values[Self.pointCount + index]
        }
    }
}

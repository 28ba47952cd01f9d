/// Recognises the pose of a single hand in a single image.
package struct PoseClassifier: Sendable, Equatable {
    /// The features that the network takes from a hand.
    package let features: PoseFeatures
    /// The labels, the network and the thresholds.
    package let head: ClassifierHead
    /// Where the classifier comes from.
    package var card: ModelCard

    /// Creates a classifier; nil if the network does not take these features.
    package init?(features: PoseFeatures, head: ClassifierHead, card: ModelCard) {
        guard head.network.input == LayerShape(frames: 1, channels: features.count) else { return nil }
        self.features = features
        self.head = head
        self.card = card
    }

    /// Returns the prediction for a hand; ``ClassifierHead/nothing`` if there is none.
    package func predict(_ hand: HandKeyPoints) -> ClassifierPrediction {
        withUnsafeTemporaryAllocation(of: Float.self, capacity: features.count) { memory in
            guard let base = memory.baseAddress else { return head.nothing }
            base.initialize(repeating: 0, count: features.count)
            guard features.write(hand, to: base) else { return head.nothing }
            return head.predict(base)
        }
    }
}

/// The features of a hand for the pose network: numbers that do not depend on the hand's position and size.
package struct PoseFeatures: Sendable, Equatable {
    /// How left and right hands are mapped to one side.
    package var mirroring: Mirroring
    /// Whether the hand's direction in the image is left out, so that a pose does not depend on the hand's rotation.
    package var isRotationInvariant: Bool

    package init(mirroring: Mirroring = .thumbSide, isRotationInvariant: Bool = false) {
        self.mirroring = mirroring
        self.isRotationInvariant = isRotationInvariant
    }

    /// The number of values that ``write(_:to:)`` writes.
    package var count: Int { isRotationInvariant ? Self.invariantCount : Self.invariantCount + Self.placedCount }

    /// The number of values for points in the hand's own frame, angles between bones, and distances.
    package static let invariantCount = 42 + 30 + 24
    /// The number of values for the positions of five fingertips and the hand's direction in the image.
    package static let placedCount = 12

    /// Writes `count` finite numbers and returns true; if there is no hand, writes zeros and returns false.
    @discardableResult
    package func write(_ hand: HandKeyPoints, to output: UnsafeMutablePointer<Float>) -> Bool {
        let isMirrored = mirroring == .chirality && hand.chirality == .left
        guard var placed = PlacedHand(hand, isMirrored: isMirrored) else {
            output.update(repeating: 0, count: count)
            return false
        }
        if mirroring == .thumbSide, placed.thumbSide < 0 { placed.mirror() }
        write(placed, to: output)
        return true
    }

    private func write(_ hand: PlacedHand, to output: UnsafeMutablePointer<Float>) {
        let (centerX, centerY) = hand.center
        let scale = 1 / hand.size
        var x = [21 of Float](repeating: 0)
        var y = [21 of Float](repeating: 0)
        for index in 0..<21 {
            x[index] = bounded((hand.x[index] - centerX) * scale)
            y[index] = bounded((hand.y[index] - centerY) * scale)
        }
        // In the hand's own frame, the direction from the wrist to the knuckles is up.
        let (upX, upY) = direction(
            x: (x[5] + x[9] + x[13] + x[17]) / 4 - x[0], y: (y[5] + y[9] + y[13] + y[17]) / 4 - y[0])
        var next = 0
        func put(_ value: Float) {
            output[next] = value
            next += 1
        }
        for index in 0..<21 {
            put(-upY * x[index] + upX * y[index])
            put(-upX * x[index] - upY * y[index])
        }
        for finger in 0..<5 {
            let first = 1 + 4 * finger
            var (beforeX, beforeY) = direction(x: x[first] - x[0], y: y[first] - y[0])
            for joint in first..<first + 3 {
                let (afterX, afterY) = direction(x: x[joint + 1] - x[joint], y: y[joint + 1] - y[joint])
                put(beforeX * afterX + beforeY * afterY)
                put(beforeX * afterY - beforeY * afterX)
                (beforeX, beforeY) = (afterX, afterY)
            }
        }
        func putDistance(_ a: Int, _ b: Int) {
            let (dx, dy) = (x[a] - x[b], y[a] - y[b])
            put((dx * dx + dy * dy).squareRoot())
        }
        for finger in 0..<5 {
            let tip = 4 + 4 * finger
            putDistance(tip, 0)
            putDistance(tip, tip - 3)
            for other in finger + 1..<5 { putDistance(tip, 4 + 4 * other) }
        }
        for finger in 1..<5 { putDistance(4, 2 + 4 * finger) }
        guard !isRotationInvariant else { return }
        for finger in 0..<5 {
            put(x[4 + 4 * finger])
            put(y[4 + 4 * finger])
        }
        put(upX)
        put(upY)
    }
}

/// Clamps the value to a finite range, because files may contain extreme points.
@inline(__always)
private func bounded(_ value: Float) -> Float { value > -50 ? (value < 50 ? value : 50) : -50 }

/// Returns the vector scaled to length 1; a vector of length 0 is unchanged.
@inline(__always)
private func direction(x: Float, y: Float) -> (Float, Float) {
    let length = (x * x + y * y).squareRoot()
    return length > 1e-9 ? (x / length, y / length) : (0, 0)
}

/// Tells what one hand does in a window of frames.
package struct ActionClassifier: Sendable, Equatable {
    /// What the network sees of a window, and how long that is.
    package let features: ActionFeatures
    /// How many frames a second the network was trained with.
    package let frameRate: Double
    /// Labels, network and thresholds.
    package let head: ClassifierHead
    /// Where the classifier comes from.
    package var card: ModelCard

    /// The most frames a second: cameras have fewer, and more would only make sequences longer.
    package static let largestFrameRate = 1000.0
    /// How many frames at the classifier's rate one of a slower video may stand for: one a second is still filled up to
    /// 60. Where they are further apart, they show no movement.
    package static let longestStretch = 64

    /// Nil where the network does not take such windows, or the rate is not possible.
    package init?(features: ActionFeatures, frameRate: Double, head: ClassifierHead, card: ModelCard) {
        guard features.windowSize > 0, frameRate > 0, frameRate <= Self.largestFrameRate,
            head.network.input == LayerShape(frames: features.windowSize, channels: ActionFeatures.frameCount)
        else { return nil }
        self.features = features
        self.frameRate = frameRate
        self.head = head
        self.card = card
    }

    /// The answer for a window of as many frames as the classifier wants; ``ClassifierHead/nothing`` where no frame has
    /// a hand or there are more or fewer frames.
    package func predict(_ frames: some RandomAccessCollection<HandKeyPoints>) -> ClassifierPrediction {
        withUnsafeTemporaryAllocation(of: Float.self, capacity: features.count) { memory in
            guard let base = memory.baseAddress else { return head.nothing }
            base.initialize(repeating: 0, count: features.count)
            guard features.write(frames, to: base) else { return head.nothing }
            return head.predict(base)
        }
    }
}

/// What the network of actions sees of a window: for every frame where the hand is, how large, and its form.
package struct ActionFeatures: Sendable, Equatable {
    /// How many frames a window has.
    package var windowSize: Int
    /// How both hands become one; `thumbSide` would turn single frames over and counts as `chirality`. A window shows
    /// one hand: what most of its frames call it counts for all.
    package var mirroring: Mirroring

    package init(windowSize: Int, mirroring: Mirroring = .chirality) {
        self.windowSize = windowSize
        self.mirroring = mirroring
    }

    /// How many numbers a frame has: place, logarithm of the size, direction, five tips, how far each is stretched,
    /// thumb to index, whether the hand is there, and how the place has changed.
    package static let frameCount = 24

    /// How many numbers ``write(_:to:)`` writes.
    package var count: Int { windowSize * Self.frameCount }

    /// Writes `count` numbers, all finite; false, and zeros, where no frame has the hand or there are not as many
    /// frames as the window has.
    ///
    /// A frame without the hand repeats the one before it, and is marked; frames before the hand comes repeat the first
    /// that has it.
    @discardableResult
    package func write(_ frames: some RandomAccessCollection<HandKeyPoints>, to output: UnsafeMutablePointer<Float>)
        -> Bool
    {
        output.update(repeating: 0, count: count)
        guard frames.count == windowSize else { return false }
        let isMirrored = mirroring != .none && Self.isLeft(frames)
        var (sumX, sumY, sumSize, present): (Float, Float, Float, Float) = (0, 0, 0, 0)
        var firstPresent = -1
        var row = output
        var index = 0
        for hand in frames {
            if let placed = PlacedHand(hand, isMirrored: isMirrored) {
                let (size, center) = (placed.size, placed.center)
                Self.write(placed, center: center, size: size, to: row)
                sumX += center.x
                sumY += center.y
                sumSize += size
                present += 1
                if firstPresent < 0 { firstPresent = index }
            } else if firstPresent >= 0 {
                row.update(from: row - Self.frameCount, count: Self.frameCount)
                row[21] = 0
            }
            row += Self.frameCount
            index += 1
        }
        guard firstPresent >= 0 else { return false }
        for index in 0..<firstPresent {
            let row = output + index * Self.frameCount
            row.update(from: output + firstPresent * Self.frameCount, count: Self.frameCount)
            row[21] = 0
        }
        // Places are seen from the middle of the movement, in units of the hand.
        let (meanX, meanY, scale) = (sumX / present, sumY / present, present / sumSize)
        let middle = logarithm(Double(sumSize / present))
        row = output
        for index in 0..<windowSize {
            row[0] = bounded((row[0] - meanX) * scale)
            row[1] = bounded((row[1] - meanY) * scale)
            row[2] = bounded(Float(3 * (logarithm(Double(row[2])) - middle)))
            if index > 0 {
                row[22] = bounded(4 * (row[0] - row[-Self.frameCount]))
                row[23] = bounded(4 * (row[1] - row[1 - Self.frameCount]))
            }
            row += Self.frameCount
        }
        return true
    }

    /// Whether more frames with a hand call it the left than the right one; of as many, the first counts.
    private static func isLeft(_ frames: some RandomAccessCollection<HandKeyPoints>) -> Bool {
        var (balance, first) = (0, 0)
        for hand in frames where hand.chirality != .unknown && hand.isPresent {
            let vote = hand.chirality == .left ? 1 : -1
            if first == 0 { first = vote }
            balance += vote
        }
        return (balance == 0 ? first : balance) > 0
    }

    /// A frame; place and size are as in the picture yet.
    private static func write(
        _ hand: PlacedHand, center: (x: Float, y: Float), size: Float, to row: UnsafeMutablePointer<Float>
    ) {
        row[0] = center.x
        row[1] = center.y
        row[2] = size
        let scale = 1 / size
        let (upX, upY) = (center.x - hand.x[0], center.y - hand.y[0])
        let length = max((upX * upX + upY * upY).squareRoot(), 1e-9)
        row[3] = bounded(upX / length)
        row[4] = bounded(upY / length)
        for finger in 0..<5 {
            let tip = 4 + 4 * finger
            let (x, y) = ((hand.x[tip] - center.x) * scale, (hand.y[tip] - center.y) * scale)
            row[5 + 2 * finger] = bounded(x)
            row[6 + 2 * finger] = bounded(y)
            let (dx, dy) = ((hand.x[tip] - hand.x[tip - 3]) * scale, (hand.y[tip] - hand.y[tip - 3]) * scale)
            row[15 + finger] = bounded((dx * dx + dy * dy).squareRoot())
        }
        let (dx, dy) = ((hand.x[4] - hand.x[8]) * scale, (hand.y[4] - hand.y[8]) * scale)
        row[20] = bounded((dx * dx + dy * dy).squareRoot())
        row[21] = 1
    }
}

/// Points of absurd files become neither infinite nor no number.
@inline(__always)
private func bounded(_ value: Float) -> Float { value > -30 ? (value < 30 ? value : 30) : -30 }

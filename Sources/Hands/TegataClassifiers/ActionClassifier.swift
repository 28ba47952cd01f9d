/// Recognises a hand's action in a window of frames.
package struct ActionClassifier: Sendable, Equatable {
    /// The features that the network takes from a window, and the window's length.
    package let features: ActionFeatures
    /// The frame rate, in hertz, at which the network was trained.
    package let frameRate: Double
    /// The labels, the network and the thresholds.
    package let head: ClassifierHead
    /// Where the classifier comes from.
    package var card: ModelCard

    /// The maximum frame rate in hertz. Cameras are slower, and a higher rate would only make sequences longer.
    package static let largestFrameRate = 1000.0
    /// The maximum number of frames, at the classifier's rate, that one frame of a slower video may stand for. One
    /// frame per second can still stand for 60; frames that are further apart show no movement.
    package static let longestStretch = 64

    /// Creates a classifier; nil if the network does not take these features or the rate is out of range.
    package init?(features: ActionFeatures, frameRate: Double, head: ClassifierHead, card: ModelCard) {
        guard features.windowSize > 0, frameRate > 0, frameRate <= Self.largestFrameRate,
            head.network.input == LayerShape(frames: features.windowSize, channels: ActionFeatures.frameCount)
        else { return nil }
        self.features = features
        self.frameRate = frameRate
        self.head = head
        self.card = card
    }

    /// Returns the prediction for a window of the classifier's length; ``ClassifierHead/nothing`` if no frame shows a
    /// hand or the number of frames is wrong.
    package func predict(_ frames: some RandomAccessCollection<HandKeyPoints>) -> ClassifierPrediction {
        withUnsafeTemporaryAllocation(of: Float.self, capacity: features.count) { memory in
            guard let base = memory.baseAddress else { return head.nothing }
            base.initialize(repeating: 0, count: features.count)
            guard features.write(frames, to: base) else { return head.nothing }
            return head.predict(base)
        }
    }
}

/// The features of a window for the action network: the position, size and shape of the hand in every frame.
package struct ActionFeatures: Sendable, Equatable {
    /// The number of frames in a window.
    package var windowSize: Int
    /// How left and right hands are mapped to one side. `thumbSide` would flip individual frames, so it is treated as
    /// `chirality`. A window shows one hand, so the chirality of most of its frames applies to all of them.
    package var mirroring: Mirroring

    package init(windowSize: Int, mirroring: Mirroring = .chirality) {
        self.windowSize = windowSize
        self.mirroring = mirroring
    }

    /// The number of values per frame: position, logarithm of the size, direction, five fingertips, the extension of
    /// each finger, the distance from thumb to index finger, whether the hand is present, and the change in position.
    package static let frameCount = 24

    /// The number of values that ``write(_:to:)`` writes.
    package var count: Int { windowSize * Self.frameCount }

    /// Writes `count` finite numbers and returns true. If no frame shows the hand or the number of frames is wrong,
    /// writes zeros and returns false.
    ///
    /// A frame without the hand repeats the previous one and is marked as such; frames before the hand appears repeat
    /// the first frame that shows it.
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
        // Positions are relative to the middle of the movement, in units of the hand's size.
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

    /// Returns whether more frames show a left hand than a right one; if there are equally many, the first one decides.
    private static func isLeft(_ frames: some RandomAccessCollection<HandKeyPoints>) -> Bool {
        var (balance, first) = (0, 0)
        for hand in frames where hand.chirality != .unknown && hand.isPresent {
            let vote = hand.chirality == .left ? 1 : -1
            if first == 0 { first = vote }
            balance += vote
        }
        return (balance == 0 ? first : balance) > 0
    }

    /// Writes a frame whose position and size are still in image coordinates.
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

/// Clamps the value to a finite range, because files may contain extreme points.
@inline(__always)
private func bounded(_ value: Float) -> Float { value > -30 ? (value < 30 ? value : 30) : -30 }

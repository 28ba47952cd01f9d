/// The 21 points of a hand in a picture, as classifiers take them: three rows, x, y and confidence.
///
/// The points are in the order of MediaPipe: the wrist, then four points for each finger from the thumb on, the tip
/// last. `y` points downwards. All values of zero stand for a frame without the hand.
package struct HandKeyPoints: Sendable, Equatable {
    /// How many points a hand has.
    package static let pointCount = 21
    /// How many values a hand has: 3 × 21.
    package static let valueCount = 63

    /// The rows x, y and confidence, one after the other.
    package var values: [63 of Float]
    /// Which hand it is.
    package var chirality: Chirality
    /// The picture's width by its height where x and y are fractions of these, 1 where both have one unit.
    package var aspectRatio: Float

    /// A frame without the hand.
    package init() {
        values = [63 of Float](repeating: 0)
        chirality = .unknown
        aspectRatio = 1
    }

    /// The hand whose points `point` returns for the indices from 0 on.
    package init(
        chirality: Chirality = .unknown, aspectRatio: Float = 1,
        _ point: (Int) -> (x: Float, y: Float, confidence: Float)
    ) {
        self.init()
        self.chirality = chirality
        self.aspectRatio = aspectRatio
        for index in 0..<Self.pointCount {
            let (x, y, confidence) = point(index)
            values[index] = x
            values[Self.pointCount + index] = y
            values[2 * Self.pointCount + index] = confidence
        }
    }

    /// The hand in `values`, three rows of 21; nil where there are not 63.
    package init?(values: [Float], chirality: Chirality = .unknown, aspectRatio: Float = 1) {
        guard values.count == Self.valueCount else { return nil }
        self.init(chirality: chirality, aspectRatio: aspectRatio) { index in
            (values[index], values[Self.pointCount + index], values[2 * Self.pointCount + index])
        }
    }

    /// Whether there is a hand: a point of some confidence, and no value that is infinite or no number.
    package var isPresent: Bool {
        var isConfident = false
        for index in 0..<Self.valueCount {
            guard values[index].isFinite else { return false }
            if index >= 2 * Self.pointCount, values[index] > 0 { isConfident = true }
        }
        return isConfident && aspectRatio.isFinite && aspectRatio > 0
    }

    /// The hand in a mirror that swaps left and right.
    package var mirrored: HandKeyPoints {
        var hand = self
        for index in 0..<Self.pointCount { hand.values[index] = 1 - hand.values[index] }
        hand.chirality = chirality.mirrored
        return hand
    }

    package static func == (a: HandKeyPoints, b: HandKeyPoints) -> Bool {
        for index in 0..<valueCount where a.values[index] != b.values[index] { return false }
        return a.chirality == b.chirality && a.aspectRatio == b.aspectRatio
    }
}

/// Which hand of a person key points belong to, as far as it is known.
package enum Chirality: UInt8, Sendable, CaseIterable {
    /// Key points alone, such as those of a client that passes nothing else.
    case unknown = 0
    /// The left hand.
    case left = 1
    /// The right hand.
    case right = 2

    /// The same hand in a mirror.
    package var mirrored: Chirality {
        switch self {
        case .unknown: .unknown
        case .left: .right
        case .right: .left
        }
    }
}

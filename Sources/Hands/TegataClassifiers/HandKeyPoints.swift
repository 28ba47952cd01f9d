/// The 21 points of a hand in an image, as classifiers take them: three rows, x, y and confidence.
///
/// The points are in MediaPipe's order: the wrist, then four points for each finger, starting with the thumb and ending
/// at each tip. `y` points downwards. If all values are zero, the frame does not show the hand.
package struct HandKeyPoints: Sendable, Equatable {
    /// The number of points of a hand.
    package static let pointCount = 21
    /// The number of values of a hand: 3 × 21.
    package static let valueCount = 63

    /// The rows x, y and confidence, one after another.
    package var values: [63 of Float]
    /// The hand to which the points belong.
    package var chirality: Chirality
    /// The image's width divided by its height if x and y are fractions of these; 1 if both have the same unit.
    package var aspectRatio: Float

    /// Creates a frame without the hand.
    package init() {
        values = [63 of Float](repeating: 0)
        chirality = .unknown
        aspectRatio = 1
    }

    /// Creates a hand from the points that `point` returns for the indices from 0 on.
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

    /// Creates a hand from `values`, three rows of 21; nil if there are not 63 values.
    package init?(values: [Float], chirality: Chirality = .unknown, aspectRatio: Float = 1) {
        guard values.count == Self.valueCount else { return nil }
        self.init(chirality: chirality, aspectRatio: aspectRatio) { index in
            (values[index], values[Self.pointCount + index], values[2 * Self.pointCount + index])
        }
    }

    /// Whether there is a hand: at least one point has some confidence, and all values are finite.
    package var isPresent: Bool {
        var isConfident = false
        for index in 0..<Self.valueCount {
            guard values[index].isFinite else { return false }
            if index >= 2 * Self.pointCount, values[index] > 0 { isConfident = true }
        }
        return isConfident && aspectRatio.isFinite && aspectRatio > 0
    }

    /// The mirrored hand, with left and right swapped.
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

/// Which hand of a person key points belong to, if known.
package enum Chirality: UInt8, Sendable, CaseIterable {
    /// The hand is unknown, for example if a client passes only key points.
    case unknown = 0
    /// The left hand.
    case left = 1
    /// The right hand.
    case right = 2

    /// The hand that this becomes when mirrored.
    package var mirrored: Chirality {
        switch self {
        case .unknown: .unknown
        case .left: .right
        case .right: .left
        }
    }
}

import TegataClassifiers
import TegataHands

/// What is known of a hand in a picture.
package struct ExtractedHand: Sendable, Equatable {
    /// x and y in fractions of the picture's sides, y downwards, and a confidence for each point as Vision gives it.
    package var keyPoints: HandKeyPoints
    /// The 21 points in metres around the middle of the hand: 63 numbers, x, y and z of one after the other.
    package var worldPoints: [Float]
    /// How sure the network is that there is a hand.
    package var presence: Float
    /// How likely it is a right one.
    package var rightProbability: Float
    /// What MediaPipe's gesture embedder makes of the hand: 128 numbers; nil where no bundle with one was given.
    package var embedding: [Float]?
    /// Whether it was found only by looking harder than usual.
    package var isFoundLate: Bool
    /// The same hand as it was found in other crops of the picture and in a mirror; they teach how much points vary.
    package var views: [ExtractedHand] = []

    package init(
        keyPoints: HandKeyPoints, worldPoints: [Float], presence: Float, rightProbability: Float,
        embedding: [Float]? = nil, isFoundLate: Bool = false
    ) {
        self.keyPoints = keyPoints
        self.worldPoints = worldPoints
        self.presence = presence
        self.rightProbability = rightProbability
        self.embedding = embedding
        self.isFoundLate = isFoundLate
    }

    /// The box around the points.
    package var box: HandBox {
        let (xs, ys) = ((0..<21).map { keyPoints.values[$0] }, (21..<42).map { keyPoints.values[$0] })
        let (left, top) = (xs.min() ?? 0, ys.min() ?? 0)
        return HandBox(left: left, top: top, width: (xs.max() ?? 0) - left, height: (ys.max() ?? 0) - top)
    }
}

extension ExtractedHand {
    /// A hand of a picture with so many pixels; nil where its points are not numbers.
    init?(_ hand: HandResult, width: Int, height: Int, isFoundLate: Bool = false) {
        let points = HandKeyPoints(hand, width: width, height: height)
        guard points.isPresent, hand.worldLandmarks.allSatisfy({ $0.x.isFinite && $0.y.isFinite && $0.z.isFinite })
        else { return nil }
        self.init(
            keyPoints: points, worldPoints: hand.worldLandmarks.flatMap { [$0.x, $0.y, $0.z] },
            presence: hand.presence, rightProbability: hand.rightProbability,
            embedding: hand.gestureDetails?.embedding, isFoundLate: isFoundLate)
    }
}

import TegataClassifiers
import TegataHands

/// A hand found in an image.
package struct ExtractedHand: Sendable, Equatable {
    /// x and y in fractions of the image's width and height, with y downwards, and a confidence for each point as in
    /// Apple's Vision.
    package var keyPoints: HandKeyPoints
    /// The 21 points in metres from the hand's centre: 63 numbers, x, y and z of each point.
    package var worldPoints: [Float]
    /// The network's confidence that the region contains a hand, 0…1.
    package var presence: Float
    /// The probability that it is a right hand.
    package var rightProbability: Float
    /// The 128 numbers from MediaPipe's gesture embedder; nil if the bundle has none.
    package var embedding: [Float]?
    /// Whether only the harder search found the hand.
    package var isFoundLate: Bool
    /// The same hand in other crops of the image and in a mirror image, from which training learns how much points
    /// vary.
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

    /// The bounding box of the points.
    package var box: HandBox {
        let (xs, ys) = ((0..<21).map { keyPoints.values[$0] }, (21..<42).map { keyPoints.values[$0] })
        let (left, top) = (xs.min() ?? 0, ys.min() ?? 0)
        return HandBox(left: left, top: top, width: (xs.max() ?? 0) - left, height: (ys.max() ?? 0) - top)
    }
}

extension ExtractedHand {
    /// Creates a hand from a result in an image of `width` × `height` pixels; nil if its points are not finite.
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

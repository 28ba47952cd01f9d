import TegataClassifiers
import TegataHands

extension ExtractedHand {
    /// A hand of a picture with so many pixels; nil where its points are not numbers.
    init?(_ hand: HandResult, width: Int, height: Int, isFoundLate: Bool = false) {
        let confidence = JointConfidence(hand, width: width, height: height)
        let points = HandKeyPoints(
            chirality: hand.handedness == .right ? .right : .left, aspectRatio: Float(width) / Float(height)
        ) { index in
            let point = hand.landmarks[index]
            return (point.x, point.y, confidence.value(for: point))
        }
        guard points.isPresent, hand.worldLandmarks.allSatisfy({ $0.x.isFinite && $0.y.isFinite && $0.z.isFinite })
        else { return nil }
        self.init(
            keyPoints: points, worldPoints: hand.worldLandmarks.flatMap { [$0.x, $0.y, $0.z] },
            presence: hand.presence, rightProbability: hand.rightProbability,
            embedding: hand.gestureDetails?.embedding, isFoundLate: isFoundLate)
    }
}

import TegataClassifiers
import TegataHands

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

import Foundation

/// How sure a result is, from 0 to 1.
public typealias VNConfidence = Float

/// A point that was found.
public class VNDetectedPoint: VNPoint, @unchecked Sendable {
    /// How sure the engine is about the point, from 0 to 1.
    public let confidence: VNConfidence

    init(x: Double, y: Double, confidence: VNConfidence) {
        self.confidence = confidence
        super.init(x: x, y: y)
    }

    /// Whether the other object is of the same class, with the same coordinates and confidence.
    public override func isEqual(_ object: Any?) -> Bool {
        super.isEqual(object) && (object as? VNDetectedPoint)?.confidence == confidence
    }

    // Equal points have equal coordinates.
    /// The hash of the coordinates.
    public override var hash: Int { super.hash }

    /// The coordinates and the confidence.
    public override var description: String { "\(super.description) confidence=\(confidence)" }

    /// What was encoded; nil where it is none of this class.
    public required init?(coder: NSCoder) {
        confidence = coder.decodeFloat(forKey: "confidence")
        super.init(coder: coder)
    }

    /// Writes the coordinates and the confidence.
    public override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(confidence, forKey: "confidence")
    }
}

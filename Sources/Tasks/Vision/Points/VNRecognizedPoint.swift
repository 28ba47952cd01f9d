import Foundation

/// A point that was found, and what it is.
public class VNRecognizedPoint: VNDetectedPoint, @unchecked Sendable {
    /// What the point is.
    public let identifier: VNRecognizedPointKey

    init(_ joint: DetectedHand.Joint, identifier: VNRecognizedPointKey) {
        self.identifier = identifier
        super.init(x: joint.x, y: joint.y, confidence: joint.confidence)
    }

    /// Whether the other object is such a point too, with the same coordinates, confidence and identifier.
    public override func isEqual(_ object: Any?) -> Bool {
        super.isEqual(object) && (object as? VNRecognizedPoint)?.identifier == identifier
    }

    // Equal points have equal coordinates.
    /// The hash of the coordinates.
    public override var hash: Int { super.hash }

    /// The identifier, the coordinates and the confidence.
    public override var description: String { "\(identifier.rawValue) \(super.description)" }

    /// What was encoded; nil where it is none of this class.
    public required init?(coder: NSCoder) {
        guard let identifier = coder.decodeObject(of: NSString.self, forKey: "identifier") else { return nil }
        self.identifier = VNRecognizedPointKey(rawValue: "\(identifier)")
        super.init(coder: coder)
    }

    /// Writes the coordinates, the confidence and the identifier.
    public override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(NSString(string: identifier.rawValue), forKey: "identifier")
    }
}

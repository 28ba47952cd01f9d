import Foundation

/// A stand-in for the shapes that an array may have.
public final class MLMultiArrayShapeConstraint: NSObject, @unchecked Sendable {
    /// How they are told.
    public let type: MLMultiArrayShapeConstraintType
    /// The shapes, where they are told by a list.
    public let enumeratedShapes: [[NSNumber]]

    init(_ shapes: [[Int]]) {
        type = shapes.isEmpty ? .unspecified : .enumerated
        enumeratedShapes = shapes.map { $0.map { NSNumber(value: $0) } }
    }
}

import Foundation

/// A stand-in for what an array must be to be a model's input, and is as an output.
public final class MLMultiArrayConstraint: NSObject, @unchecked Sendable {
    /// The shape, or the usual one of several.
    public let shape: [NSNumber]
    /// The type of the numbers. Inputs of other types are converted.
    public let dataType: MLMultiArrayDataType
    /// All shapes that are possible.
    public let shapeConstraint: MLMultiArrayShapeConstraint

    let shapes: [[Int]]

    /// The shapes that are possible, the usual one first.
    package init(shapes: [[Int]], dataType: MLMultiArrayDataType) {
        self.shapes = shapes
        self.dataType = dataType
        shape = (shapes.first ?? []).map { NSNumber(value: $0) }
        shapeConstraint = MLMultiArrayShapeConstraint(shapes)
    }
}

import CoreML
import Foundation

/// Points that belong together, by their keys.
public class VNRecognizedPointsObservation: VNObservation, @unchecked Sendable {
    /// The keys of all points, in the order of ``keypointsMultiArray()``.
    public var availableKeys: [VNRecognizedPointKey] { HandJoint.keys }
    /// The keys of all groups.
    public var availableGroupKeys: [VNRecognizedPointGroupKey] { HandJoint.groupKeys }

    /// The point with a key; throws `invalidArgument` where there is no such key.
    public func recognizedPoint(forKey pointKey: VNRecognizedPointKey) throws -> VNRecognizedPoint {
        try withVisionErrors { point(try HandJoint.index(of: pointKey)) }
    }

    /// The points of a group; throws `invalidArgument` where there is no such group.
    public func recognizedPoints(
        forGroupKey groupKey: VNRecognizedPointGroupKey
    ) throws -> [VNRecognizedPointKey: VNRecognizedPoint] {
        try points(in: groupKey) { HandJoint.keys[$0] }
    }

    /// All points as numbers: 1 × 3 × 21, where the second index is x, y or the confidence, and the last the point in
    /// the order of ``availableKeys``. Elements are 32-bit floats.
    public func keypointsMultiArray() throws -> MLMultiArray {
        try withVisionErrors { try joints.multiArray() }
    }

    var joints: [DetectedHand.Joint] { record.hand?.joints ?? [] }

    func point(_ index: Int) -> VNRecognizedPoint {
        VNRecognizedPoint(joints[index], identifier: HandJoint.keys[index])
    }

    func points<Key: Hashable>(
        in group: VNRecognizedPointGroupKey, name: (Int) -> Key
    ) throws -> [Key: VNRecognizedPoint] {
        try withVisionErrors {
            let indices = try HandJoint.indices(of: group)
            return Dictionary(uniqueKeysWithValues: indices.map { (name($0), point($0)) })
        }
    }

    override func checkRecord(_ path: [any CodingKey]) throws {
        guard record.hand == nil else { return }
        throw DecodingError.dataCorrupted(
            DecodingError.Context(codingPath: path, debugDescription: "there are no points"))
    }
}

extension [DetectedHand.Joint] {
    /// The array of numbers that classifiers of hand poses take.
    func multiArray() throws -> MLMultiArray {
        let array = try MLMultiArray(shape: [1, 3, NSNumber(value: count)], dataType: .float32)
        array.withUnsafeMutableBufferPointer(ofType: Float.self) { numbers, _ in
            for (index, joint) in enumerated() {
                numbers[index] = Float(joint.x)
                numbers[count + index] = Float(joint.y)
                numbers[2 * count + index] = joint.confidence
            }
        }
        return array
    }
}

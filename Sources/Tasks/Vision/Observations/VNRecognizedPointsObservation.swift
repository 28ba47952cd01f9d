import CoreML
import Foundation

/// A set of related points with their keys.
public class VNRecognizedPointsObservation: VNObservation, @unchecked Sendable {
    /// The keys of all points, in the order of ``keypointsMultiArray()``.
    public var availableKeys: [VNRecognizedPointKey] { HandJoint.keys }
    /// The keys of all groups.
    public var availableGroupKeys: [VNRecognizedPointGroupKey] { HandJoint.groupKeys }

    /// Returns the point with this key; throws `invalidArgument` if there is no such key.
    public func recognizedPoint(forKey pointKey: VNRecognizedPointKey) throws -> VNRecognizedPoint {
        try withVisionErrors { point(try HandJoint.index(of: pointKey)) }
    }

    /// Returns the points of a group; throws `invalidArgument` if there is no such group.
    public func recognizedPoints(
        forGroupKey groupKey: VNRecognizedPointGroupKey
    ) throws -> [VNRecognizedPointKey: VNRecognizedPoint] {
        try points(in: groupKey) { HandJoint.keys[$0] }
    }

    /// Returns all points as an array of 1 × 3 × 21 32-bit floats. The second index selects x, y or the confidence. The
    /// last index selects the point, in the order of ``availableKeys``.
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
            DecodingError.Context(codingPath: path, debugDescription: "the observation has no points"))
    }
}

extension [DetectedHand.Joint] {
    /// Returns the array that hand pose classifiers take.
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

/// The joints in the order of the pipeline and of key-point arrays, by the names of both APIs.
enum HandJoint {
    /// The raw values of the class API.
    static let rawKeys = [
        "VNHLKWRI",
        "VNHLKTCMC", "VNHLKTMP", "VNHLKTIP", "VNHLKTTIP",
        "VNHLKIMCP", "VNHLKIPIP", "VNHLKIDIP", "VNHLKITIP",
        "VNHLKMMCP", "VNHLKMPIP", "VNHLKMDIP", "VNHLKMTIP",
        "VNHLKRMCP", "VNHLKRPIP", "VNHLKRDIP", "VNHLKRTIP",
        "VNHLKPMCP", "VNHLKPPIP", "VNHLKPDIP", "VNHLKPTIP",
    ]
    static let keys = rawKeys.map { VNRecognizedPointKey(rawValue: $0) }
    static let names = keys.map { VNHumanHandPoseObservation.JointName(rawValue: $0) }

    private static let indexByKey = Dictionary(uniqueKeysWithValues: zip(keys, keys.indices))
    private static let indicesByGroup: [VNRecognizedPointGroupKey: Range<Int>] = [
        .all: 0..<21, .handLandmarkRegionKeyThumb: 1..<5, .handLandmarkRegionKeyIndexFinger: 5..<9,
        .handLandmarkRegionKeyMiddleFinger: 9..<13, .handLandmarkRegionKeyRingFinger: 13..<17,
        .handLandmarkRegionKeyLittleFinger: 17..<21,
    ]
    /// All groups, from the thumb on, and that of all joints.
    static let groupKeys: [VNRecognizedPointGroupKey] = [
        .handLandmarkRegionKeyThumb, .handLandmarkRegionKeyIndexFinger, .handLandmarkRegionKeyMiddleFinger,
        .handLandmarkRegionKeyRingFinger, .handLandmarkRegionKeyLittleFinger, .all,
    ]
    static let groupNames = groupKeys.map { VNHumanHandPoseObservation.JointsGroupName(rawValue: $0) }

    /// Where the joint with this key is in the order.
    static func index(of key: VNRecognizedPointKey) throws(VisionFailure) -> Int {
        guard let index = indexByKey[key] else {
            throw VisionFailure(
                .invalidArgument, "\(key.rawValue) is no joint of a hand. availableKeys has those that there are.")
        }
        return index
    }

    /// Where the joints of the group with this key are in the order.
    static func indices(of group: VNRecognizedPointGroupKey) throws(VisionFailure) -> Range<Int> {
        guard let range = indicesByGroup[group] else {
            throw VisionFailure(
                .invalidArgument,
                "\(group.rawValue) is no group of a hand's joints. availableGroupKeys has those that there are.")
        }
        return range
    }
}

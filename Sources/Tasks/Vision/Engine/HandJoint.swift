/// The joints in the order of the pipeline and of key-point arrays, with the names of both APIs.
enum HandJoint {
    /// The class API's raw values.
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
    /// All groups, beginning with the thumb, followed by the group of all joints.
    static let groupKeys: [VNRecognizedPointGroupKey] = [
        .handLandmarkRegionKeyThumb, .handLandmarkRegionKeyIndexFinger, .handLandmarkRegionKeyMiddleFinger,
        .handLandmarkRegionKeyRingFinger, .handLandmarkRegionKeyLittleFinger, .all,
    ]
    static let groupNames = groupKeys.map { VNHumanHandPoseObservation.JointsGroupName(rawValue: $0) }

    /// Returns the position of a joint in the order.
    static func index(of key: VNRecognizedPointKey) throws(VisionFailure) -> Int {
        guard let index = indexByKey[key] else {
            throw VisionFailure(
                .invalidArgument, "\(key.rawValue) is not a joint of a hand. Choose one of availableKeys.")
        }
        return index
    }

    /// Returns the positions of a group's joints in the order.
    static func indices(of group: VNRecognizedPointGroupKey) throws(VisionFailure) -> Range<Int> {
        guard let range = indicesByGroup[group] else {
            throw VisionFailure(
                .invalidArgument,
                "\(group.rawValue) is not a group of a hand's joints. Choose one of availableGroupKeys.")
        }
        return range
    }
}

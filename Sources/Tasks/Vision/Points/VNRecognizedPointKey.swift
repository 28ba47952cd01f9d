/// The identifier of a recognised point.
public struct VNRecognizedPointKey: RawRepresentable, Hashable, Sendable {
    /// The key's name.
    public let rawValue: String

    /// Creates a key from its name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

/// The older names of a hand's joints, replaced by ``VNHumanHandPoseObservation/JointName``.
extension VNRecognizedPointKey {
    /// The wrist.
    public static let handLandmarkKeyWrist = VNRecognizedPointKey(rawValue: "VNHLKWRI")
    /// The first joint of the thumb.
    public static let handLandmarkKeyThumbCMC = VNRecognizedPointKey(rawValue: "VNHLKTCMC")
    /// The middle joint of the thumb.
    public static let handLandmarkKeyThumbMP = VNRecognizedPointKey(rawValue: "VNHLKTMP")
    /// The last joint of the thumb.
    public static let handLandmarkKeyThumbIP = VNRecognizedPointKey(rawValue: "VNHLKTIP")
    /// The tip of the thumb.
    public static let handLandmarkKeyThumbTIP = VNRecognizedPointKey(rawValue: "VNHLKTTIP")
    /// The knuckle of the index finger.
    public static let handLandmarkKeyIndexMCP = VNRecognizedPointKey(rawValue: "VNHLKIMCP")
    /// The middle joint of the index finger.
    public static let handLandmarkKeyIndexPIP = VNRecognizedPointKey(rawValue: "VNHLKIPIP")
    /// The last joint of the index finger.
    public static let handLandmarkKeyIndexDIP = VNRecognizedPointKey(rawValue: "VNHLKIDIP")
    /// The tip of the index finger.
    public static let handLandmarkKeyIndexTIP = VNRecognizedPointKey(rawValue: "VNHLKITIP")
    /// The knuckle of the middle finger.
    public static let handLandmarkKeyMiddleMCP = VNRecognizedPointKey(rawValue: "VNHLKMMCP")
    /// The middle joint of the middle finger.
    public static let handLandmarkKeyMiddlePIP = VNRecognizedPointKey(rawValue: "VNHLKMPIP")
    /// The last joint of the middle finger.
    public static let handLandmarkKeyMiddleDIP = VNRecognizedPointKey(rawValue: "VNHLKMDIP")
    /// The tip of the middle finger.
    public static let handLandmarkKeyMiddleTIP = VNRecognizedPointKey(rawValue: "VNHLKMTIP")
    /// The knuckle of the ring finger.
    public static let handLandmarkKeyRingMCP = VNRecognizedPointKey(rawValue: "VNHLKRMCP")
    /// The middle joint of the ring finger.
    public static let handLandmarkKeyRingPIP = VNRecognizedPointKey(rawValue: "VNHLKRPIP")
    /// The last joint of the ring finger.
    public static let handLandmarkKeyRingDIP = VNRecognizedPointKey(rawValue: "VNHLKRDIP")
    /// The tip of the ring finger.
    public static let handLandmarkKeyRingTIP = VNRecognizedPointKey(rawValue: "VNHLKRTIP")
    /// The knuckle of the little finger.
    public static let handLandmarkKeyLittleMCP = VNRecognizedPointKey(rawValue: "VNHLKPMCP")
    /// The middle joint of the little finger.
    public static let handLandmarkKeyLittlePIP = VNRecognizedPointKey(rawValue: "VNHLKPPIP")
    /// The last joint of the little finger.
    public static let handLandmarkKeyLittleDIP = VNRecognizedPointKey(rawValue: "VNHLKPDIP")
    /// The tip of the little finger.
    public static let handLandmarkKeyLittleTIP = VNRecognizedPointKey(rawValue: "VNHLKPTIP")
}

/// The identifier of a group of recognised points.
public struct VNRecognizedPointGroupKey: RawRepresentable, Hashable, Sendable {
    /// The key's name.
    public let rawValue: String

    /// Creates a key from its name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// All points.
    public static let all = VNRecognizedPointGroupKey(rawValue: "VNIPOAll")
}

/// The older names of groups of a hand's joints, replaced by ``VNHumanHandPoseObservation/JointsGroupName``.
extension VNRecognizedPointGroupKey {
    /// The joints of the thumb.
    public static let handLandmarkRegionKeyThumb = VNRecognizedPointGroupKey(rawValue: "VNHLRKT")
    /// The joints of the index finger.
    public static let handLandmarkRegionKeyIndexFinger = VNRecognizedPointGroupKey(rawValue: "VNHLRKI")
    /// The joints of the middle finger.
    public static let handLandmarkRegionKeyMiddleFinger = VNRecognizedPointGroupKey(rawValue: "VNHLRKM")
    /// The joints of the ring finger.
    public static let handLandmarkRegionKeyRingFinger = VNRecognizedPointGroupKey(rawValue: "VNHLRKR")
    /// The joints of the little finger.
    public static let handLandmarkRegionKeyLittleFinger = VNRecognizedPointGroupKey(rawValue: "VNHLRKP")
}

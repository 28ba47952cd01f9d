/// What a recognised point is.
public struct VNRecognizedPointKey: RawRepresentable, Hashable, Sendable {
    /// The key's name.
    public let rawValue: String

    /// A key by its name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

/// The names that joints of a hand had first. Those of ``VNHumanHandPoseObservation/JointName`` took their place.
extension VNRecognizedPointKey {
    /// Where the hand begins.
    public static let handLandmarkKeyWrist = VNRecognizedPointKey(rawValue: "VNHLKWRI")
    /// Where the thumb begins.
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

/// What several recognised points belong to.
public struct VNRecognizedPointGroupKey: RawRepresentable, Hashable, Sendable {
    /// The key's name.
    public let rawValue: String

    /// A key by its name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// All points.
    public static let all = VNRecognizedPointGroupKey(rawValue: "VNIPOAll")
}

/// The names that groups of a hand's joints had first. Those of ``VNHumanHandPoseObservation/JointsGroupName`` took
/// their place.
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

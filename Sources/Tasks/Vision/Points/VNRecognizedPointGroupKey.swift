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

extension VNHumanHandPoseObservation {
    /// Joints of a hand that belong together.
    public struct JointsGroupName: RawRepresentable, Hashable, Sendable {
        /// The name that the group had first.
        public let rawValue: VNRecognizedPointGroupKey

        /// A group by the name that it had first.
        public init(rawValue: VNRecognizedPointGroupKey) {
            self.rawValue = rawValue
        }
    }
}

extension VNHumanHandPoseObservation.JointsGroupName {
    /// The joints of the thumb.
    public static let thumb = Self(rawValue: .handLandmarkRegionKeyThumb)
    /// The joints of the index finger.
    public static let indexFinger = Self(rawValue: .handLandmarkRegionKeyIndexFinger)
    /// The joints of the middle finger.
    public static let middleFinger = Self(rawValue: .handLandmarkRegionKeyMiddleFinger)
    /// The joints of the ring finger.
    public static let ringFinger = Self(rawValue: .handLandmarkRegionKeyRingFinger)
    /// The joints of the little finger.
    public static let littleFinger = Self(rawValue: .handLandmarkRegionKeyLittleFinger)
    /// All joints, with the wrist.
    public static let all = Self(rawValue: .all)
}

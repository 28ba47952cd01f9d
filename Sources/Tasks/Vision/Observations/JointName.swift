extension VNHumanHandPoseObservation {
    /// A joint of a hand.
    public struct JointName: RawRepresentable, Hashable, Sendable {
        /// The name that the joint had first.
        public let rawValue: VNRecognizedPointKey

        /// A joint by the name that it had first.
        public init(rawValue: VNRecognizedPointKey) {
            self.rawValue = rawValue
        }
    }
}

extension VNHumanHandPoseObservation.JointName {
    /// Where the hand begins.
    public static let wrist = Self(rawValue: .handLandmarkKeyWrist)
    /// Where the thumb begins.
    public static let thumbCMC = Self(rawValue: .handLandmarkKeyThumbCMC)
    /// The middle joint of the thumb.
    public static let thumbMP = Self(rawValue: .handLandmarkKeyThumbMP)
    /// The last joint of the thumb.
    public static let thumbIP = Self(rawValue: .handLandmarkKeyThumbIP)
    /// The tip of the thumb.
    public static let thumbTip = Self(rawValue: .handLandmarkKeyThumbTIP)
    /// The knuckle of the index finger.
    public static let indexMCP = Self(rawValue: .handLandmarkKeyIndexMCP)
    /// The middle joint of the index finger.
    public static let indexPIP = Self(rawValue: .handLandmarkKeyIndexPIP)
    /// The last joint of the index finger.
    public static let indexDIP = Self(rawValue: .handLandmarkKeyIndexDIP)
    /// The tip of the index finger.
    public static let indexTip = Self(rawValue: .handLandmarkKeyIndexTIP)
    /// The knuckle of the middle finger.
    public static let middleMCP = Self(rawValue: .handLandmarkKeyMiddleMCP)
    /// The middle joint of the middle finger.
    public static let middlePIP = Self(rawValue: .handLandmarkKeyMiddlePIP)
    /// The last joint of the middle finger.
    public static let middleDIP = Self(rawValue: .handLandmarkKeyMiddleDIP)
    /// The tip of the middle finger.
    public static let middleTip = Self(rawValue: .handLandmarkKeyMiddleTIP)
    /// The knuckle of the ring finger.
    public static let ringMCP = Self(rawValue: .handLandmarkKeyRingMCP)
    /// The middle joint of the ring finger.
    public static let ringPIP = Self(rawValue: .handLandmarkKeyRingPIP)
    /// The last joint of the ring finger.
    public static let ringDIP = Self(rawValue: .handLandmarkKeyRingDIP)
    /// The tip of the ring finger.
    public static let ringTip = Self(rawValue: .handLandmarkKeyRingTIP)
    /// The knuckle of the little finger.
    public static let littleMCP = Self(rawValue: .handLandmarkKeyLittleMCP)
    /// The middle joint of the little finger.
    public static let littlePIP = Self(rawValue: .handLandmarkKeyLittlePIP)
    /// The last joint of the little finger.
    public static let littleDIP = Self(rawValue: .handLandmarkKeyLittleDIP)
    /// The tip of the little finger.
    public static let littleTip = Self(rawValue: .handLandmarkKeyLittleTIP)
}

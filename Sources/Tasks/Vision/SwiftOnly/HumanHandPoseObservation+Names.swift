extension HumanHandPoseObservation {
    /// A joint of a hand.
    public enum JointName: String, Codable, Hashable, Sendable {
        /// The tip of the thumb.
        case thumbTip
        /// The last joint of the thumb.
        case thumbIP
        /// The middle joint of the thumb.
        case thumbMP
        /// The first joint of the thumb.
        case thumbCMC
        /// The tip of the index finger.
        case indexTip
        /// The last joint of the index finger.
        case indexDIP
        /// The middle joint of the index finger.
        case indexPIP
        /// The knuckle of the index finger.
        case indexMCP
        /// The tip of the middle finger.
        case middleTip
        /// The last joint of the middle finger.
        case middleDIP
        /// The middle joint of the middle finger.
        case middlePIP
        /// The knuckle of the middle finger.
        case middleMCP
        /// The tip of the ring finger.
        case ringTip
        /// The last joint of the ring finger.
        case ringDIP
        /// The middle joint of the ring finger.
        case ringPIP
        /// The knuckle of the ring finger.
        case ringMCP
        /// The tip of the little finger.
        case littleTip
        /// The last joint of the little finger.
        case littleDIP
        /// The middle joint of the little finger.
        case littlePIP
        /// The knuckle of the little finger.
        case littleMCP
        /// The wrist.
        case wrist
    }

    /// A group of a hand's joints; the wrist belongs to none.
    public enum JointsGroupName: String, CaseIterable, Hashable, Sendable {
        /// The joints of the thumb.
        case thumb
        /// The joints of the index finger.
        case indexFinger
        /// The joints of the little finger.
        case littleFinger
        /// The joints of the middle finger.
        case middleFinger
        /// The joints of the ring finger.
        case ringFinger
    }
}

extension HumanHandPoseObservation.JointName {
    /// All joints in the order of key-point arrays.
    static let ordered: [Self] = [
        .wrist, .thumbCMC, .thumbMP, .thumbIP, .thumbTip, .indexMCP, .indexPIP, .indexDIP, .indexTip, .middleMCP,
        .middlePIP, .middleDIP, .middleTip, .ringMCP, .ringPIP, .ringDIP, .ringTip, .littleMCP, .littlePIP, .littleDIP,
        .littleTip,
    ]

    private static let places = Dictionary(uniqueKeysWithValues: zip(ordered, ordered.indices))

    /// The position of the joint in key-point arrays.
    var index: Int { Self.places[self] ?? Self.ordered.endIndex }
}

extension HumanHandPoseObservation.JointsGroupName {
    /// The positions of the joints in key-point arrays.
    var indices: Range<Int> {
        switch self {
        case .thumb: 1..<5
        case .indexFinger: 5..<9
        case .middleFinger: 9..<13
        case .ringFinger: 13..<17
        case .littleFinger: 17..<21
        }
    }
}

/// The 21 points of a hand, in the order in which results list them: the wrist, then four points for each finger from
/// the thumb on, the tip last.
public enum HandLandmark: UInt, CaseIterable, Sendable {
    /// Where the hand begins.
    case wrist = 0
    /// The thumb from the wrist to its tip.
    case thumbCMC, thumbMCP, thumbIP, thumbTIP
    /// The index finger from the knuckle to its tip.
    case indexFingerMCP, indexFingerPIP, indexFingerDIP, indexFingerTIP
    /// The middle finger from the knuckle to its tip.
    case middleFingerMCP, middleFingerPIP, middleFingerDIP, middleFingerTIP
    /// The ring finger from the knuckle to its tip.
    case ringFingerMCP, ringFingerPIP, ringFingerDIP, ringFingerTIP
    /// The little finger from the knuckle to its tip.
    case pinkyMCP, pinkyPIP, pinkyDIP, pinkyTIP

    /// Where the point is in ``HandPoints``.
    package var index: Int { Int(rawValue) }

    /// What files call the point, such as `index_finger_tip`.
    package var name: String { Self.names[index] }

    private static let names: [String] = [
        "wrist",
        "thumb_cmc", "thumb_mcp", "thumb_ip", "thumb_tip",
        "index_finger_mcp", "index_finger_pip", "index_finger_dip", "index_finger_tip",
        "middle_finger_mcp", "middle_finger_pip", "middle_finger_dip", "middle_finger_tip",
        "ring_finger_mcp", "ring_finger_pip", "ring_finger_dip", "ring_finger_tip",
        "pinky_mcp", "pinky_pip", "pinky_dip", "pinky_tip",
    ]

    /// The palm and the first joints of the fingers, which a hand's rectangle is made of.
    static let stable: [12 of HandLandmark] = [
        .wrist, .thumbCMC, .thumbMCP, .thumbIP, .indexFingerMCP, .indexFingerPIP, .middleFingerMCP, .middleFingerPIP,
        .ringFingerMCP, .ringFingerPIP, .pinkyMCP, .pinkyPIP,
    ]
}

/// The 21 points of a hand, in the order in which results list them.
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
}

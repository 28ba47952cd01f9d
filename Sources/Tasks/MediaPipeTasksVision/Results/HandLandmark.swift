/// The 21 points of a hand, in the order in which results list them.
public enum HandLandmark: UInt, CaseIterable, Sendable {
    case wrist = 0
    case thumbCMC, thumbMCP, thumbIP, thumbTIP
    case indexFingerMCP, indexFingerPIP, indexFingerDIP, indexFingerTIP
    case middleFingerMCP, middleFingerPIP, middleFingerDIP, middleFingerTIP
    case ringFingerMCP, ringFingerPIP, ringFingerDIP, ringFingerTIP
    case pinkyMCP, pinkyPIP, pinkyDIP, pinkyTIP
}

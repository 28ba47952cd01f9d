/// The five fingers, the thumb first.
public enum Finger: Int, CaseIterable, Sendable {
    case thumb, index, middle, ring, little

    /// The finger's four joints, from the palm to the tip.
    public var joints: [HandJoint] {
        let first = 1 + 4 * rawValue
        return HandJoint.allCases.filter { $0.rawValue >= first && $0.rawValue < first + 4 }
    }

    /// The joint nearest to the palm: MCP, and CMC of the thumb.
    public var base: HandJoint {
        switch self {
        case .thumb: .thumbCMC
        case .index: .indexMCP
        case .middle: .middleMCP
        case .ring: .ringMCP
        case .little: .littleMCP
        }
    }

    /// The end of the finger.
    public var tip: HandJoint {
        switch self {
        case .thumb: .thumbTip
        case .index: .indexTip
        case .middle: .middleTip
        case .ring: .ringTip
        case .little: .littleTip
        }
    }
}

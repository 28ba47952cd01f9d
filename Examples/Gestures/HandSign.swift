/// A sign of the game.
public enum HandSign: String, CaseIterable, Sendable {
    case stone, paper, scissors

    /// Returns whether the sign wins against another.
    public func beats(_ other: HandSign) -> Bool {
        switch (self, other) {
        case (.stone, .scissors), (.paper, .stone), (.scissors, .paper): true
        default: false
        }
    }
}

/// The sign that a hand shows in a single frame.
///
/// Fingers move one after the other and are lost in some frames. The middle and the ring finger alone therefore make a
/// sign possible, and the others make it definite. Programs show both alike (``sign``).
public enum HandSignState: String, CaseIterable, Sendable {
    case possibleStone, stone
    case possibleScissors, scissors
    case possiblePaper, paper

    /// A rule that decides whether a finger is folded.
    public enum Rule: Sendable {
        /// The tutorial's rule: the tip is lower in the image than the base of the finger. It suits hands that are held
        /// upright.
        case tipBelowBase
        /// The rule of ``ExtendedFingers``, which works at any rotation of the hand.
        case notExtended
    }

    /// Creates the state of a hand, or nil if its middle finger is not visible, or is raised and the ring finger is not
    /// visible. If another finger is not visible, the sign is only possible.
    public init?(of hand: HandPoints, by rule: Rule = .notExtended) {
        let fingers = ExtendedFingers(of: hand)
        func isFolded(_ finger: Finger) -> Bool? {
            switch rule {
            case .notExtended:
                return fingers.folded.contains(finger) ? true : fingers.extended.contains(finger) ? false : nil
            case .tipBelowBase:
                guard let tip = hand.location(of: finger.tip), let base = hand.location(of: finger.base) else {
                    return nil
                }
                return tip.y < base.y
            }
        }
        guard let middle = isFolded(.middle) else { return nil }
        let (index, ring, little) = (isFolded(.index), isFolded(.ring), isFolded(.little))
        if middle {
            self = index == true && ring == true && little == true ? .stone : .possibleStone
            return
        }
        guard let ring else { return nil }
        if ring {
            self = index == false && little == true ? .scissors : .possibleScissors
        } else {
            self = index == false && little == false ? .paper : .possiblePaper
        }
    }

    /// The sign that the hand shows, or may show.
    public var sign: HandSign {
        switch self {
        case .possibleStone, .stone: .stone
        case .possibleScissors, .scissors: .scissors
        case .possiblePaper, .paper: .paper
        }
    }

    /// Whether all fingers agree.
    public var isDefinite: Bool {
        switch self {
        case .stone, .scissors, .paper: true
        case .possibleStone, .possibleScissors, .possiblePaper: false
        }
    }
}

/// Reads a hand's sign from frame to frame without flicker.
///
/// A definite state counts at once, as does the first state. A possible state of another sign, or a missing hand,
/// counts after it has lasted for some frames, because hands pass through possible states on their way from sign to
/// sign.
public struct HandSignReader: HandRecognizer {
    /// The number of frames in a row after which a state that is not definite counts.
    public let patience: Int
    /// The rule for folded fingers.
    public let rule: HandSignState.Rule
    /// The state of the last frame alone.
    public private(set) var state: HandSignState?
    /// The sign that the hand shows.
    public private(set) var sign: HandSign?

    private var candidate: HandSign?
    private var count = 0

    /// Creates a reader without a sign.
    public init(patience: Int = 3, rule: HandSignState.Rule = .notExtended) {
        self.patience = patience
        self.rule = rule
    }

    /// Processes the next frame.
    @discardableResult
    public mutating func read(_ hand: HandPoints?, at seconds: Double) -> HandSign? {
        state = hand.flatMap { HandSignState(of: $0, by: rule) }
        let seen = state?.sign
        count = seen == candidate ? count &+ 1 : 1
        candidate = seen
        if state?.isDefinite == true || sign == nil || count >= patience { sign = seen }
        return sign
    }
}

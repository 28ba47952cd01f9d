/// A sign of the game.
public enum HandSign: String, CaseIterable, Sendable {
    case stone, paper, scissors

    /// Whether it wins against another.
    public func beats(_ other: HandSign) -> Bool {
        switch (self, other) {
        case (.stone, .scissors), (.paper, .stone), (.scissors, .paper): true
        default: false
        }
    }
}

/// What one look at a hand says about the sign that it shows.
///
/// Fingers move one after the other and are lost in some frames, so that the middle and the ring finger alone make a
/// sign possible and the others make it definite. Programs show the same for both (``sign``).
public enum HandSignState: String, CaseIterable, Sendable {
    case possibleStone, stone
    case possibleScissors, scissors
    case possiblePaper, paper

    /// How a finger is found to be folded.
    public enum Rule: Sendable {
        /// As the tutorial does it: its tip is lower in the picture than its base. For hands that are held upright.
        case tipBelowBase
        /// By ``ExtendedFingers``, whichever way the hand is turned.
        case notExtended
    }

    /// The state of a hand. Nil where its middle finger is not seen, or is up and the ring finger is not seen; fingers
    /// besides those that are not seen leave a sign possible.
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

/// Reads a hand's sign from frame to frame without flickering.
///
/// A definite state counts at once, and so does the first that is seen. A possible one of another sign, or a hand that
/// is not seen, counts once it has lasted for some frames, because hands pass through possible states on their way from
/// sign to sign.
public struct HandSignReader: HandRecognizer {
    /// How many frames in a row a state takes that is not definite.
    public let patience: Int
    /// How folded fingers are found.
    public let rule: HandSignState.Rule
    /// What the last frame showed by itself.
    public private(set) var state: HandSignState?
    /// The sign that the hand shows.
    public private(set) var sign: HandSign?

    private var candidate: HandSign?
    private var count = 0

    /// A reader that has seen nothing.
    public init(patience: Int = 3, rule: HandSignState.Rule = .notExtended) {
        self.patience = patience
        self.rule = rule
    }

    /// Looks at the next frame.
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

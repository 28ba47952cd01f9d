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

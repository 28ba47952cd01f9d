/// Counts the raised fingers of a hand.
public struct FingerReader: HandRecognizer {
    /// A reader; it remembers nothing.
    public init() {}

    /// How many fingers are raised; nil where there is no hand.
    public func read(_ hand: HandPoints?, at seconds: Double) -> Int? {
        hand.map { ExtendedFingers(of: $0).count }
    }
}

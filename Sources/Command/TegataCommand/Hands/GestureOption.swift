import TegataHands

/// The options that say which gestures count, and what is written about them.
enum GestureOption {
    static let score = Option<Float>.fraction(
        "--min-gesture-score", "the score below which a gesture does not count (default: what the bundle says)")
    static let details = Flag("--gesture-details", "add the scores of all classes and the embedding to JSON")

    static let all = [score.description, details.description]
}

extension GestureOptions {
    /// What the user asked for.
    init(_ arguments: Arguments) throws(CommandError) {
        self.init()
        let score = try arguments.value(of: GestureOption.score) ?? 0
        canned.scoreThreshold = score
        custom.scoreThreshold = score
        returnsDetails = arguments.has(GestureOption.details)
    }
}

/// What a classifier says of an input.
package struct ClassifierPrediction: Sendable, Equatable {
    /// The probability of every label, in the order of the labels; they sum to 1.
    package var probabilities: [Float]
    /// The most probable label.
    package var best: Int
    /// How little the input resembles what is known; see ``NoveltyModel``.
    package var novelty: Float
    /// Whether the answer should count: neither is the input unlike everything known, nor the answer too unsure.
    package var isKnown: Bool

    package init(probabilities: [Float], best: Int, novelty: Float, isKnown: Bool) {
        self.probabilities = probabilities
        self.best = best
        self.novelty = novelty
        self.isKnown = isKnown
    }

    /// The probability of the most probable label.
    package var confidence: Float { probabilities[best] }
}

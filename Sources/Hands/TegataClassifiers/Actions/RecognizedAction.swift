/// What a hand in a stream does.
package struct RecognizedAction: Sendable, Equatable {
    /// The hand's number.
    package var hand: Int
    /// The label's place in the list of labels; nil while the hand does nothing that is known, or only background.
    package var label: Int?
    /// The averaged probability of the most probable label.
    package var confidence: Float
    /// The averaged probabilities of all labels.
    package var probabilities: [Float]
    /// Whether the label is another one than that of the answer before, and not nil.
    package var isStart: Bool

    package init(hand: Int, label: Int?, confidence: Float, probabilities: [Float], isStart: Bool) {
        self.hand = hand
        self.label = label
        self.confidence = confidence
        self.probabilities = probabilities
        self.isStart = isStart
    }
}

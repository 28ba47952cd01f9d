/// What a network that did not see an example in training says of it.
package struct HeldOutExample: Sendable, Equatable {
    /// Which of the caller's examples it is.
    package var example: Int
    package var label: Int
    package var logits: [Float]
    /// The distance from the nearest class, and how far the best answer is above the others.
    package var distance: Float
    package var margin: Float

    package init(example: Int, label: Int, logits: [Float], distance: Float, margin: Float) {
        self.example = example
        self.label = label
        self.logits = logits
        self.distance = distance
        self.margin = margin
    }
}

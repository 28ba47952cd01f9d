import TegataClassifiers

/// A hand and its label.
package struct PoseExample: Sendable, Equatable {
    package var hand: HandKeyPoints
    /// The label's place in the list of labels.
    package var label: Int
    /// What belongs together, such as a person or a session: it is never on both sides of a split. Nil: by itself.
    package var group: Int?
    /// The same hand as it was found in other ways, of which training takes one now and then.
    package var variants: [HandKeyPoints]

    package init(hand: HandKeyPoints, label: Int, group: Int? = nil, variants: [HandKeyPoints] = []) {
        self.hand = hand
        self.variants = variants
        self.label = label
        self.group = group
    }
}

/// A sequence of one hand's frames, at the classifier's rate, and its label.
package struct ActionExample: Sendable, Equatable {
    package var frames: [HandKeyPoints]
    /// The label's place in the list of labels.
    package var label: Int
    /// What belongs together, such as a person or a session: it is never on both sides of a split. Nil: by itself.
    package var group: Int?

    package init(frames: [HandKeyPoints], label: Int, group: Int? = nil) {
        self.frames = frames
        self.label = label
        self.group = group
    }
}

/// Numbers, such as MediaPipe's embedding of a hand, and their label.
package struct VectorExample: Sendable, Equatable {
    package var values: [Float]
    /// The label's place in the list of labels.
    package var label: Int
    /// What belongs together, such as a person or a session: it is never on both sides of a split. Nil: by itself.
    package var group: Int?
    /// The same thing as it was found in other ways, of which training takes one now and then.
    package var variants: [[Float]]

    package init(values: [Float], label: Int, group: Int? = nil, variants: [[Float]] = []) {
        self.values = values
        self.variants = variants
        self.label = label
        self.group = group
    }
}

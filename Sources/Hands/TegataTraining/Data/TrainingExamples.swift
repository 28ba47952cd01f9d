import TegataClassifiers

/// A hand and its label.
package struct PoseExample: Sendable, Equatable {
    package var hand: HandKeyPoints
    /// The label's place in the list of labels.
    package var label: Int
    /// What belongs together, such as a person or a session: it is never on both sides of a split. Nil: by itself.
    package var group: Int?

    package init(hand: HandKeyPoints, label: Int, group: Int? = nil) {
        self.hand = hand
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

    package init(values: [Float], label: Int, group: Int? = nil) {
        self.values = values
        self.label = label
        self.group = group
    }
}

import TegataClassifiers

/// A hand and its label.
package struct PoseExample: Sendable, Equatable {
    package var hand: HandKeyPoints
    /// The index of the label.
    package var label: Int
    /// The group of examples, such as a person or a session, which is never split across both sides; nil for none.
    package var group: Int?
    /// Other detections of the same hand, which training sometimes uses instead.
    package var variants: [HandKeyPoints]

    package init(hand: HandKeyPoints, label: Int, group: Int? = nil, variants: [HandKeyPoints] = []) {
        self.hand = hand
        self.variants = variants
        self.label = label
        self.group = group
    }
}

/// A sequence of a single hand's frames, at the classifier's rate, and its label.
package struct ActionExample: Sendable, Equatable {
    package var frames: [HandKeyPoints]
    /// The index of the label.
    package var label: Int
    /// The group of examples, such as a person or a session, which is never split across both sides; nil for none.
    package var group: Int?

    package init(frames: [HandKeyPoints], label: Int, group: Int? = nil) {
        self.frames = frames
        self.label = label
        self.group = group
    }
}

/// A vector, such as MediaPipe's embedding of a hand, and its label.
package struct VectorExample: Sendable, Equatable {
    package var values: [Float]
    /// The index of the label.
    package var label: Int
    /// The group of examples, such as a person or a session, which is never split across both sides; nil for none.
    package var group: Int?
    /// Other vectors of the same example, which training sometimes uses instead.
    package var variants: [[Float]]

    package init(values: [Float], label: Int, group: Int? = nil, variants: [[Float]] = []) {
        self.values = values
        self.variants = variants
        self.label = label
        self.group = group
    }
}

/// The description of a classifier, stored in its file.
package struct ModelCard: Sendable, Equatable {
    /// The SHA-256 of the training data, as 64 hexadecimal digits; empty if unknown.
    package var dataHash = ""
    /// The number of examples of each label, in the order of the labels.
    package var exampleCounts: [Int] = []
    /// The random seed used for training.
    package var seed: UInt64 = 0
    /// The number of training steps.
    package var iterations = 0
    /// The measurements, each with a name, such as `heldOutAccuracy`.
    package var metrics: [ModelCardMetric] = []
    /// The version of the program that trained the classifier.
    package var version = ""
    /// The user's own description, in the order given.
    package var metadata: [ModelCardEntry] = []

    package init() {}

    /// The value of the metric with this name; nil if there is none.
    package subscript(metric name: String) -> Double? { metrics.first { $0.name == name }?.value }
}

/// An entry of the user's description.
package struct ModelCardEntry: Sendable, Equatable {
    package var key: String
    package var value: String

    package init(key: String, value: String) {
        self.key = key
        self.value = value
    }
}

/// A measured value and its name.
package struct ModelCardMetric: Sendable, Equatable {
    package var name: String
    package var value: Double

    package init(name: String, value: Double) {
        self.name = name
        self.value = value
    }
}

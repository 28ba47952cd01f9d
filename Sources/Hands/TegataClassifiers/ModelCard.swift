/// What a classifier's file says of itself.
package struct ModelCard: Sendable, Equatable {
    /// The SHA-256 of what it was trained with, as 64 hexadecimal digits; empty where that is not known.
    package var dataHash = ""
    /// How many examples every label had, in the order of the labels.
    package var exampleCounts: [Int] = []
    /// The seed of all chance in the training.
    package var seed: UInt64 = 0
    /// How many steps the training took.
    package var iterations = 0
    /// What was measured, each with its name, such as `heldOutAccuracy`.
    package var metrics: [ModelCardMetric] = []
    /// The version of the program that trained it.
    package var version = ""
    /// What whoever trained it wants to say, in the order given.
    package var metadata: [ModelCardEntry] = []

    package init() {}

    /// The metric of that name.
    package subscript(metric name: String) -> Double? { metrics.first { $0.name == name }?.value }
}

/// A line of the user's own description.
package struct ModelCardEntry: Sendable, Equatable {
    package var key: String
    package var value: String

    package init(key: String, value: String) {
        self.key = key
        self.value = value
    }
}

/// A measured number and its name.
package struct ModelCardMetric: Sendable, Equatable {
    package var name: String
    package var value: Double

    package init(name: String, value: Double) {
        self.name = name
        self.value = value
    }
}

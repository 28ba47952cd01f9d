import TegataTraining

/// Examples to train with and where each comes from, in the order of the data set's items.
package struct Examples<Example: Sendable>: Sendable {
    package var examples: [Example]
    /// The source of each example.
    package var sources: [ExampleSource]
    /// What the numbers of groups stand for.
    package var groups: [String]

    package init(examples: [Example], sources: [ExampleSource], groups: [String]) {
        self.examples = examples
        self.sources = sources
        self.groups = groups
    }
}

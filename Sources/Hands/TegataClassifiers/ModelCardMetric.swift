/// A measured number and its name.
package struct ModelCardMetric: Sendable, Equatable {
    package var name: String
    package var value: Double

    package init(name: String, value: Double) {
        self.name = name
        self.value = value
    }
}

/// Gathers examples, and gives groups their numbers in the order in which they come.
struct ExampleBuilder<Example: Sendable> {
    private(set) var examples = Examples<Example>(examples: [], sources: [], groups: [])
    private var numbers: [String: Int] = [:]

    mutating func add(_ example: Example, _ source: ExampleSource) {
        examples.examples.append(example)
        examples.sources.append(source)
    }

    /// The number of a group. What belongs to none is together with what comes from the same file; points that do not come
    /// from one stand alone.
    mutating func group(_ name: String?, place: String?) -> Int? {
        guard let name = name ?? place else { return nil }
        if let number = numbers[name] { return number }
        let number = examples.groups.count
        numbers[name] = number
        examples.groups.append(name)
        return number
    }
}

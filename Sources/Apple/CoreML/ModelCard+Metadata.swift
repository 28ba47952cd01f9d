import TegataClassifiers

extension ModelCard {
    /// What whoever trained a model says of it, by the names that a file has for it and Core ML's.
    package static let metadataKeys: [(key: String, name: MLModelMetadataKey)] = [
        ("author", .author), ("description", .description), ("version", .versionString), ("license", .license),
    ]

    /// The card as Core ML's models tell it: what they have keys for, and the rest as what the maker has noted, with
    /// names that begin with `tegata.` for what was measured and counted.
    func modelMetadata(labels: [String]) -> [MLModelMetadataKey: Any] {
        var known: [MLModelMetadataKey: Any] = [:]
        var others: [String: String] = [:]
        for entry in metadata {
            if let key = Self.metadataKeys.first(where: { $0.key == entry.key }) {
                known[key.name] = entry.value
            } else {
                others[entry.key] = entry.value
            }
        }
        others["tegata.version"] = version
        others["tegata.seed"] = "\(seed)"
        others["tegata.iterations"] = "\(iterations)"
        if !dataHash.isEmpty { others["tegata.dataHash"] = dataHash }
        if exampleCounts.count == labels.count {
            others["tegata.examples"] = zip(labels, exampleCounts).map { "\($0): \($1)" }.joined(separator: ", ")
        }
        for metric in metrics { others["tegata.\(metric.name)"] = "\(metric.value)" }
        known[.creatorDefinedKey] = others
        return known
    }
}

import TegataClassifiers
import TegataTool

extension ClassifierReport {
    func lines(_ style: Style) -> [String] {
        [style.heading(printable(name))] + facts.lines(margin: "  ") + labelLines(style) + layerLines(style)
            + cardLines(style)
    }

    private var facts: TextTable {
        let head = file.head
        var table = TextTable([("", .left), ("", .left)])
        table.add(["tells", subject])
        if let window {
            table.add(["window", "\(window.frames) frames at \(fixed(window.rate, 2)) a second"])
        }
        switch mirroring {
        case .chirality: table.add(["hands", "left ones are mirrored"])
        case .thumbSide: table.add(["hands", "mirrored so that the thumb is always on one side"])
        case .some(.none): table.add(["hands", "left and right ones are told apart"])
        case nil: break
        }
        if isRotationInvariant == true { table.add(["rotation", "does not count"]) }
        table.add(["parameters", grouped(parameterCount)])
        table.add(["temperature", fixed(Double(head.temperature), 3)])
        if head.confidenceThreshold > 0 {
            table.add(["answers", "count from \(fixed(Double(head.confidenceThreshold) * 100, 1)) %"])
        }
        table.add(["unknown", unknown])
        return table
    }

    /// How what is none of the labels is told.
    private var unknown: String {
        let head = file.head
        var ways: [String] = []
        if head.hasUnknownOutput { ways.append("by an output of its own") }
        if let novelty = head.novelty { ways.append("from a novelty of \(fixed(Double(novelty.threshold), 2)) on") }
        return ways.isEmpty ? "is not told" : "is told " + ways.joined(separator: " and ")
    }

    private func labelLines(_ style: Style) -> [String] {
        var table = TextTable([("", .right), ("", .left), ("", .right), ("", .left)])
        for (index, label) in file.head.labels.enumerated() {
            let counts = file.card.exampleCounts
            table.add([
                "\(index)", label.isEmpty ? "\"\"" : label,
                counts.indices.contains(index) ? "\(grouped(counts[index])) examples" : "",
                index == file.head.background ? "background" : "",
            ])
        }
        return ["  " + style.faint("labels")] + table.lines(margin: "    ")
    }

    private func layerLines(_ style: Style) -> [String] {
        var table = TextTable([("", .left), ("", .left), ("", .right)])
        func add(_ name: String, _ shape: LayerShape, _ count: Int) {
            let size = shape.frames == 1 ? "\(shape.channels)" : "\(shape.frames)×\(shape.channels)"
            table.add([name, size, count == 0 ? "" : grouped(count)])
        }
        add("input", file.head.network.input, 0)
        for layer in layers { add(layer.kind, layer.shape, layer.parameterCount) }
        return ["  " + style.faint("layers")] + table.lines(margin: "    ")
    }

    private func cardLines(_ style: Style) -> [String] {
        let card = file.card
        var table = TextTable([("", .left), ("", .left)])
        func add(_ name: String, _ text: String) {
            if !text.isEmpty { table.add([name, text]) }
        }
        add("data", card.dataHash.isEmpty ? "" : "SHA-256 " + card.dataHash)
        add("seed", "\(card.seed)")
        add("iterations", grouped(card.iterations))
        add("Tegata", card.version)
        for metric in card.metrics { add(metric.name, fixed(metric.value, 4)) }
        for entry in card.metadata { add(entry.key, entry.value) }
        return ["  " + style.faint("model card")] + table.lines(margin: "    ")
    }
}

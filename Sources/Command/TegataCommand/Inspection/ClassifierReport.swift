import TegataClassifiers
import TegataRecords
import TegataTool

/// The report of `inspect` on a trained classifier.
struct ClassifierReport {
    /// The path that the user specified; for a classifier in a bundle, followed by `:` and the member.
    let name: String
    let file: ClassifierFile

    /// The kind of classifier, as JSON names it.
    var kind: String {
        switch file {
        case .pose: "pose"
        case .action: "action"
        case .embedding: "embedding"
        }
    }

    /// The description of the classified movement or shape, for people.
    var subject: String {
        switch file {
        case .pose: "poses of one hand, from its 21 landmarks"
        case .action: "actions of one hand, from its landmarks in several frames"
        case .embedding: "gestures of one hand, from the embedding of a gesture bundle"
        }
    }

    var background: String? { file.head.background.map { file.head.labels[$0] } }

    /// The method for treating left and right hands alike; nil if the classifier takes embeddings instead of landmarks.
    var mirroring: Mirroring? {
        switch file {
        case .pose(let classifier): classifier.features.mirroring
        case .action(let classifier): classifier.features.mirroring
        case .embedding: nil
        }
    }

    /// Whether rotating a hand leaves its pose unchanged; nil for action and embedding classifiers.
    var isRotationInvariant: Bool? {
        if case .pose(let classifier) = file { classifier.features.isRotationInvariant } else { nil }
    }

    /// The number of frames in a window, and the expected frame rate; nil for classifiers of single images.
    var window: (frames: Int, rate: Double)? {
        if case .action(let classifier) = file { (classifier.features.windowSize, classifier.frameRate) } else { nil }
    }

    /// A layer with its output shape.
    struct Layer {
        let kind: String
        let shape: LayerShape
        let parameterCount: Int
    }

    /// The layers in order, starting with the one after the input.
    var layers: [Layer] {
        var shape = file.head.network.input
        return file.head.network.layers.compactMap { layer in
            guard let next = layer.shape(after: shape) else { return nil }
            shape = next
            return Layer(kind: layer.kindName, shape: next, parameterCount: layer.parameterCount)
        }
    }

    /// The number of parameters, including those computed from the training data.
    var parameterCount: Int { layers.reduce(0) { $0 + $1.parameterCount } }
}

extension ClassifierLayer {
    fileprivate var kindName: String {
        switch self {
        case .affine: "affine"
        case .dense: "dense"
        case .convolution: "convolution"
        case .relu: "relu"
        case .silu: "silu"
        case .meanAndMaximum: "meanAndMaximum"
        }
    }

    fileprivate var parameterCount: Int {
        switch self {
        case .affine(let scale, let shift): scale.count + shift.count
        case .dense(let weights, let bias), .convolution(_, _, let weights, let bias): weights.count + bias.count
        case .relu, .silu, .meanAndMaximum: 0
        }
    }
}

extension Mirroring {
    /// The name in classifier files.
    var name: String {
        switch self {
        case .none: "none"
        case .chirality: "chirality"
        case .thumbSide: "thumbSide"
        }
    }
}

extension ClassifierReport {
    func lines(_ style: Style) -> [String] {
        [style.heading(printable(name))] + facts.lines(margin: "  ") + labelLines(style) + layerLines(style)
            + cardLines(style)
    }

    private var facts: TextTable {
        let head = file.head
        var table = TextTable([("", .left), ("", .left)])
        table.add(["recognises", subject])
        if let window {
            table.add(["window", "\(window.frames) frames at \(fixed(window.rate, 2)) per second"])
        }
        switch mirroring {
        case .chirality: table.add(["hands", "left hands are mirrored"])
        case .thumbSide: table.add(["hands", "mirrored so that the thumb is always on one side"])
        case .some(.none): table.add(["hands", "left and right hands are distinguished"])
        case nil: break
        }
        if isRotationInvariant == true { table.add(["rotation", "ignored"]) }
        table.add(["parameters", grouped(parameterCount)])
        table.add(["temperature", fixed(Double(head.temperature), 3)])
        if head.confidenceThreshold > 0 {
            table.add(["minimum score", "\(fixed(Double(head.confidenceThreshold) * 100, 1)) %"])
        }
        table.add(["unknown", unknown])
        return table
    }

    /// The ways in which hands that match none of the labels are recognised, for people.
    private var unknown: String {
        let head = file.head
        var ways: [String] = []
        if head.hasUnknownOutput { ways.append("by a separate output") }
        if let novelty = head.novelty { ways.append("by a novelty of at least \(fixed(Double(novelty.threshold), 2))") }
        return ways.isEmpty ? "not recognised" : "recognised " + ways.joined(separator: " and ")
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

extension ClassifierReport {
    func write(to json: inout JSONWriter) {
        let head = file.head
        json.object("classifier") { json in
            json.member("address", name)
            json.member("kind", kind)
            json.member("labels", head.labels)
            json.member("background", background)
            if let mirroring { json.member("mirroring", mirroring.name) }
            if let isRotationInvariant { json.member("rotationInvariant", isRotationInvariant) }
            if let window {
                json.member("window", window.frames)
                json.member("frameRate", window.rate)
            }
            json.member("input", [head.network.input.frames, head.network.input.channels])
            json.array("layers", layers) { json, layer in
                json.object { json in
                    json.member("kind", layer.kind)
                    json.member("output", [layer.shape.frames, layer.shape.channels])
                    json.member("parameters", layer.parameterCount)
                }
            }
            json.member("parameters", parameterCount)
            json.member("temperature", head.temperature)
            json.member("confidenceThreshold", head.confidenceThreshold)
            json.member("unknownOutput", head.hasUnknownOutput)
            json.member("noveltyThreshold", head.novelty.map { $0.threshold })
            write(file.card, to: &json)
        }
    }

    private func write(_ card: ModelCard, to json: inout JSONWriter) {
        json.object("card") { json in
            json.member("dataHash", card.dataHash)
            json.member("exampleCounts", card.exampleCounts)
            json.member("seed", card.seed)
            json.member("iterations", card.iterations)
            json.object("metrics") { json in
                for metric in card.metrics { json.member(metric.name, metric.value) }
            }
            json.member("version", card.version)
            json.object("metadata") { json in
                for entry in card.metadata { json.member(entry.key, entry.value) }
            }
        }
    }
}

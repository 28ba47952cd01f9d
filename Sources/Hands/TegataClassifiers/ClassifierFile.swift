import TegataBuffers

/// A trained classifier, as stored in a file.
///
/// The file is little-endian. It contains the eight bytes `TEGATACL`, a version and a kind of two bytes each, the part
/// specific to that kind, the labels, the network and the thresholds, the model card, and the SHA-256 of everything
/// before it. Counts take four bytes and precede the elements. The same classifier always produces the same bytes.
package enum ClassifierFile: Sendable, Equatable {
    /// A classifier of single-hand poses.
    case pose(PoseClassifier)
    /// A classifier of single-hand actions.
    case action(ActionClassifier)
    /// A classifier of gestures from MediaPipe's embedding.
    case embedding(EmbeddingHead)

    /// The file's format.
    package static let form = SealedFile(signature: "TEGATACL", version: 1)

    /// Returns whether the bytes begin with a classifier file's signature.
    package static func isClassifier(_ bytes: Bytes) -> Bool { form.isStart(of: bytes) }

    /// Reads a classifier; `file` names it in errors.
    package init(_ bytes: Bytes, file: String) throws(ClassifierFileError) {
        self = try Self.form.read(bytes, file: file) { (reader) throws(ClassifierFileError) in
            try ClassifierFile(&reader)
        }
    }

    private init(_ reader: inout ByteReader) throws(ClassifierFileError) {
        let kind: UInt16 = try reader.integer("kind")
        switch kind {
        case 0:
            let mirroring = try Self.readMirroring(&reader)
            let isInvariant = try reader.flag("rotation")
            let head = try ClassifierHead(&reader)
            let card = try ModelCard(&reader)
            let features = PoseFeatures(mirroring: mirroring, isRotationInvariant: isInvariant)
            guard let classifier = PoseClassifier(features: features, head: head, card: card) else {
                throw reader.failure("network", .inconsistent)
            }
            self = .pose(classifier)
        case 1:
            let mirroring = try Self.readMirroring(&reader)
            let windowSize = Int(clamping: try reader.integer("window size", as: UInt32.self))
            let frameRate = try reader.double("frame rate")
            guard frameRate <= ActionClassifier.largestFrameRate else {
                throw reader.failure("frame rate", .aboveLimit(Int(ActionClassifier.largestFrameRate)))
            }
            let head = try ClassifierHead(&reader)
            let card = try ModelCard(&reader)
            let features = ActionFeatures(windowSize: windowSize, mirroring: mirroring)
            guard
                let classifier = ActionClassifier(features: features, frameRate: frameRate, head: head, card: card)
            else { throw reader.failure("network", .inconsistent) }
            self = .action(classifier)
        case 2:
            let head = try ClassifierHead(&reader)
            let card = try ModelCard(&reader)
            guard let classifier = EmbeddingHead(head: head, card: card) else {
                throw reader.failure("network", .inconsistent)
            }
            self = .embedding(classifier)
        default:
            throw reader.failure("kind", .value(found: Int(kind)))
        }
    }

    private static func readMirroring(_ reader: inout ByteReader) throws(ClassifierFileError) -> Mirroring {
        let value: UInt8 = try reader.integer("mirroring")
        guard let mirroring = Mirroring(rawValue: value) else {
            throw reader.failure("mirroring", .value(found: Int(value)))
        }
        return mirroring
    }

    /// The file's bytes.
    package var bytes: [UInt8] {
        Self.form.bytes { writer in
            switch self {
            case .pose(let classifier):
                writer.integer(0 as UInt16)
                writer.integer(classifier.features.mirroring.rawValue)
                writer.flag(classifier.features.isRotationInvariant)
            case .action(let classifier):
                writer.integer(1 as UInt16)
                writer.integer(classifier.features.mirroring.rawValue)
                writer.integer(UInt32(classifier.features.windowSize))
                writer.double(classifier.frameRate)
            case .embedding:
                writer.integer(2 as UInt16)
            }
            head.write(to: &writer)
            card.write(to: &writer)
        }
    }

    /// The labels, the network and the thresholds.
    package var head: ClassifierHead {
        switch self {
        case .pose(let classifier): classifier.head
        case .action(let classifier): classifier.head
        case .embedding(let classifier): classifier.head
        }
    }

    /// Where the classifier comes from.
    package var card: ModelCard {
        get {
            switch self {
            case .pose(let classifier): classifier.card
            case .action(let classifier): classifier.card
            case .embedding(let classifier): classifier.card
            }
        }
        set {
            switch self {
            case .pose(var classifier):
                classifier.card = newValue
                self = .pose(classifier)
            case .action(var classifier):
                classifier.card = newValue
                self = .action(classifier)
            case .embedding(var classifier):
                classifier.card = newValue
                self = .embedding(classifier)
            }
        }
    }
}

extension ClassifierHead {
    init(_ reader: inout ByteReader) throws(ClassifierFileError) {
        var labels: [String] = []
        let labelCount = try reader.count("labels", ofSize: 4)
        guard labelCount <= Self.largestLabelCount else {
            throw reader.failure("labels", .aboveLimit(Self.largestLabelCount))
        }
        for index in 0..<labelCount { labels.append(try reader.text("label \(index)")) }
        let background = Int(try reader.integer("background", as: Int32.self))
        let hasUnknownOutput = try reader.flag("unknown output")
        let unknownBias = try reader.float("unknown bias")
        let temperature = try reader.float("temperature")
        let confidenceThreshold = try reader.float("confidence threshold")
        let frames = Int(clamping: try reader.integer("frames", as: UInt32.self))
        let channels = Int(clamping: try reader.integer("channels", as: UInt32.self))
        var layers: [ClassifierLayer] = []
        let layerCount = try reader.count("layers", ofSize: 1)
        guard layerCount <= ClassifierNetwork.largestLayerCount else {
            throw reader.failure("layers", .aboveLimit(ClassifierNetwork.largestLayerCount))
        }
        for index in 0..<layerCount {
            layers.append(try ClassifierLayer(&reader, place: "layer \(index)"))
        }
        guard let network = ClassifierNetwork(input: LayerShape(frames: frames, channels: channels), layers: layers)
        else { throw reader.failure("layers", .inconsistent) }
        let novelty = try reader.flag("novelty") ? try NoveltyModel(&reader) : nil
        guard background >= -1,
            let head = ClassifierHead(
                labels: labels, background: background < 0 ? nil : background, network: network,
                hasUnknownOutput: hasUnknownOutput, unknownBias: unknownBias, temperature: temperature,
                confidenceThreshold: confidenceThreshold, novelty: novelty)
        else { throw reader.failure("labels, network and thresholds", .inconsistent) }
        self = head
    }

    package func write(to writer: inout ByteWriter) {
        writer.integer(UInt32(labels.count))
        for label in labels { writer.text(label) }
        writer.integer(Int32(background ?? -1))
        writer.flag(hasUnknownOutput)
        writer.float(unknownBias)
        writer.float(temperature)
        writer.float(confidenceThreshold)
        writer.integer(UInt32(network.input.frames))
        writer.integer(UInt32(network.input.channels))
        writer.integer(UInt32(network.layers.count))
        for layer in network.layers { layer.write(to: &writer) }
        writer.flag(novelty != nil)
        novelty?.write(to: &writer)
    }
}

extension ClassifierLayer {
    init(_ reader: inout ByteReader, place: String) throws(ClassifierFileError) {
        let kind: UInt8 = try reader.integer(place)
        switch kind {
        case 0: self = .affine(scale: try reader.floats("\(place), scale"), shift: try reader.floats("\(place), shift"))
        case 1:
            self = .dense(weights: try reader.floats("\(place), weights"), bias: try reader.floats("\(place), bias"))
        case 2:
            // A kernel or stride far larger than a window could only cause an overflow.
            let kernel = Int(try reader.integer("\(place), kernel", as: UInt16.self))
            let stride = Int(try reader.integer("\(place), stride", as: UInt16.self))
            self = .convolution(
                kernel: kernel, stride: stride, weights: try reader.floats("\(place), weights"),
                bias: try reader.floats("\(place), bias"))
        case 3: self = .relu
        case 4: self = .silu
        case 5: self = .meanAndMaximum
        default: throw reader.failure(place, .value(found: Int(kind)))
        }
    }

    func write(to writer: inout ByteWriter) {
        switch self {
        case .affine(let scale, let shift):
            writer.integer(0 as UInt8)
            writer.floats(scale)
            writer.floats(shift)
        case .dense(let weights, let bias):
            writer.integer(1 as UInt8)
            writer.floats(weights)
            writer.floats(bias)
        case .convolution(let kernel, let stride, let weights, let bias):
            writer.integer(2 as UInt8)
            writer.integer(UInt16(kernel))
            writer.integer(UInt16(stride))
            writer.floats(weights)
            writer.floats(bias)
        case .relu: writer.integer(3 as UInt8)
        case .silu: writer.integer(4 as UInt8)
        case .meanAndMaximum: writer.integer(5 as UInt8)
        }
    }
}

extension NoveltyModel {
    init(_ reader: inout ByteReader) throws(ClassifierFileError) {
        let space: UInt8 = try reader.integer("novelty's space")
        guard let space = Space(rawValue: space) else {
            throw reader.failure("novelty's space", .value(found: Int(space)))
        }
        let dimensions = Int(clamping: try reader.integer("novelty's dimensions", as: UInt32.self))
        self.init(
            space: space, whitening: try reader.floats("novelty's whitening"),
            prototypes: try reader.floats("novelty's prototypes"), dimensions: dimensions,
            distanceScale: try NoveltyScale(&reader), marginScale: try NoveltyScale(&reader),
            threshold: try reader.float("novelty's threshold"))
    }

    func write(to writer: inout ByteWriter) {
        writer.integer(space.rawValue)
        writer.integer(UInt32(dimensions))
        writer.floats(whitening)
        writer.floats(prototypes)
        distanceScale.write(to: &writer)
        marginScale.write(to: &writer)
        writer.float(threshold)
    }
}

extension NoveltyScale {
    init(_ reader: inout ByteReader) throws(ClassifierFileError) {
        self.init(mean: try reader.float("novelty's mean"), spread: try reader.float("novelty's spread"))
    }

    func write(to writer: inout ByteWriter) {
        writer.float(mean)
        writer.float(spread)
    }
}

extension ModelCard {
    init(_ reader: inout ByteReader) throws(ClassifierFileError) {
        self.init()
        dataHash = try reader.text("data hash")
        for _ in 0..<(try reader.count("example counts", ofSize: 4)) {
            exampleCounts.append(Int(clamping: try reader.integer("example counts", as: UInt32.self)))
        }
        seed = try reader.integer("seed")
        iterations = Int(clamping: try reader.integer("iterations", as: UInt32.self))
        for _ in 0..<(try reader.count("metrics", ofSize: 12)) {
            metrics.append(ModelCardMetric(name: try reader.text("metric"), value: try reader.double("metric")))
        }
        version = try reader.text("version of the program")
        for _ in 0..<(try reader.count("metadata", ofSize: 8)) {
            metadata.append(ModelCardEntry(key: try reader.text("metadata"), value: try reader.text("metadata")))
        }
    }

    func write(to writer: inout ByteWriter) {
        writer.text(dataHash)
        writer.integer(UInt32(exampleCounts.count))
        for count in exampleCounts { writer.integer(UInt32(clamping: count)) }
        writer.integer(seed)
        writer.integer(UInt32(clamping: iterations))
        writer.integer(UInt32(metrics.count))
        for metric in metrics {
            writer.text(metric.name)
            writer.double(metric.value)
        }
        writer.text(version)
        writer.integer(UInt32(metadata.count))
        for entry in metadata {
            writer.text(entry.key)
            writer.text(entry.value)
        }
    }
}

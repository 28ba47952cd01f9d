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
            // Far more rows than a window has would only overflow.
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

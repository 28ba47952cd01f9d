import TegataBuffers
import TegataFormats
import TegataHandCommands
import TegataHands
import TegataImages
import TegataInference
import TegataModelSearch
import TegataQuantization
import TegataRecords
import TegataReport
import TegataSystem
import TegataTool

package let quantizeCommand = Command(
    name: "quantize",
    summary: "Give the landmark network 8-bit weights, for smaller and faster bundles",
    synopsis: "BUNDLE.task|NETWORK.tflite -o OUT",
    details: [
        "Writes a copy of the bundle or network in which the 1×1 convolutions of the landmark network have 8-bit weights."
            + " Everything else, including the palm network, keeps its bytes. tegata, LiteRT and MediaPipe load the copy."
            + " tegata multiplies 8-bit weights as bytes if the processor can.",
        "The copy also leaves out the channels whose weights are zero, so that LiteRT and MediaPipe need not compute them"
            + " either. --weights same does nothing else: the outputs stay equal.",
        "The weights are chosen so that landmarks move as little as possible on calibration crops. Without --calibrate,"
            + " these show drawn hands. The products whose 8-bit weights move landmarks most, compared with the bytes that"
            + " they save, keep their weights; --keep limits their size.",
        "--integer writes a bundle for other runtimes and for processors of networks: both hand networks compute with"
            + " integers, by the specification of LiteRT's quantised operators. tegata does not run it. MediaPipe needs"
            + " float32 inputs and outputs; --integer-io makes these integers, too, so that a processor of networks runs"
            + " all operators.",
        "The report lists what each product costs and saves. The same input and options give the same bytes on every"
            + " processor with fused multiply-adds, and for every number of threads.",
    ],
    options: QuantizeOption.all,
    operands: .networks,
    examples: [
        .init("tegata quantize hand_landmarker.task -o small.task", "calibrate on drawn hands"),
        .init("tegata quantize hand_landmarker.task -o lean.task --weights same", "only leave out channels of zeros"),
        .init(
            "tegata quantize hand_landmarker.task -o small.task --calibrate photos --calibrate hands.mp4",
            "calibrate on the hands in your images and videos"),
        .init(
            "tegata quantize hand_landmarker.task -o integer.task --integer --calibrate photos",
            "compute with integers in LiteRT and MediaPipe"),
    ],
    run: quantize)

/// The options of `tegata quantize`.
enum QuantizeOption {
    static let output = Option<String>.text(
        "--output", short: "-o", "OUT", "the file to write", values: .networks)
    static let weights = Option<QuantizedWeights>.choice(
        "--weights",
        "weights of the copy: int8, or same, which keeps the weights and only removes all-zero channels (default:"
            + " int8)")
    static let integer = Flag(
        "--integer",
        "write networks that compute with integers, for LiteRT, MediaPipe and Arm's Vela; needs --calibrate")
    static let integerInterface = Flag(
        "--integer-io", "with --integer: make inputs and outputs integers, too; MediaPipe cannot use the copy")
    static let calibration = Option<String>.text(
        "--calibrate", "PATH",
        "image, directory of images, or video with hands to optimise the weights for; repeat for more (default: drawn"
            + " hands)",
        values: .files([]))
    static let keep = Option<Int>.integer(
        "--keep", "PERCENT", in: 0...99,
        "share of the saved bytes to give up so that some products keep their weights; a higher value moves landmarks"
            + " less but makes the file larger (default: \(usualKeep))")
    static let usualKeep = 6
    static let html = Option<String>.text(
        "--html", "OUT.html", "write the report as a single-file web page", values: .files(["html"]))

    static let all = [
        output.description, weights.description, integer.description, integerInterface.description,
        calibration.description, keep.description, html.description, NetworkOption.threads.description,
        CommonOption.json.description,
        OutputOption.quiet.description,
    ]
}

/// The weights of the copy.
enum QuantizedWeights: String, CaseIterable {
    case int8, same
}

private func quantize(_ arguments: Arguments, _ console: Console) throws {
    guard let path = arguments.operands.first else { throw quantizeCommand.wrongUsage("needs a bundle or network") }
    guard arguments.operands.count == 1 else {
        throw .usage("quantize takes one bundle or network; drop \(arguments.operands[1])")
    }
    guard let output = try arguments.value(of: QuantizeOption.output) else {
        throw .usage("quantize needs a file to write; add -o OUT")
    }
    let keptPercent = try arguments.value(of: QuantizeOption.keep) ?? QuantizeOption.usualKeep
    let calibration = try arguments.values(of: QuantizeOption.calibration)
    let isJSON = arguments.has(CommonOption.json)
    console.isQuiet = arguments.has(OutputOption.quiet)
    let team = try arguments.team()
    let page = try arguments.value(of: QuantizeOption.html)
    try DataOutput.requirePlaces(
        of: [DataOutput(kind: .bundle, option: "-o", path: output)]
            + [page.map { DataOutput(kind: .page, option: "--html", path: $0) }].compactMap(\.self),
        inputs: [path] + calibration)
    let weights = try arguments.value(of: QuantizeOption.weights) ?? .int8
    let isInteger = arguments.has(QuantizeOption.integer)
    let hasIntegerInterface = arguments.has(QuantizeOption.integerInterface)
    let source = try QuantizationSource(path)
    if weights == .same {
        guard calibration.isEmpty, page == nil, !isInteger, !hasIntegerInterface,
            try arguments.value(of: QuantizeOption.keep) == nil
        else {
            throw .usage(
                "--weights same changes no weights; drop --integer, --integer-io, --calibrate, --keep and --html")
        }
        return try leaveOutChannels(of: source, output, isJSON: isJSON, console)
    }
    guard isInteger || !hasIntegerInterface else { throw .usage("--integer-io belongs to --integer; add it") }
    if isInteger {
        guard page == nil, try arguments.value(of: QuantizeOption.keep) == nil else {
            throw .usage("--integer keeps no weights; drop --keep and --html")
        }
        guard !calibration.isEmpty else { throw .usage("--integer needs photographs of hands; add --calibrate PATH") }
        return try writeIntegers(
            of: source, output, calibration, hasIntegerInterface: hasIntegerInterface, isJSON: isJSON, team, console)
    }
    let landmarks = try source.landmarks.withoutDeadChannels() ?? source.landmarks
    let quantizer = try NetworkQuantizer(landmarks, team: team)
    let crops =
        calibration.isEmpty
        ? CalibrationCrops.drawn(source.landmarks.normalization(ofInput: 0))
        : try CalibrationCrops.found(in: calibration, source.handNetworks(), team: team, console)

    var progress = Progress("calibration", total: crops.inputs.count)
    let bytes = try quantizer.chooseWeights(for: crops.inputs) { progress.advance(console) }
    console.clearStatus()
    let expected = try quantizer.outputs(crops.inputs)
    let effects = try effects(quantizer, bytes, crops.inputs, expected, console)
    let savedByteCounts = effects.map(\.savedByteCount)
    let saved = savedByteCounts.reduce(0) { $0 + max($1, 0) }
    let kept = KeptProducts.choose(
        errors: effects.map(\.error), savedByteCounts: savedByteCounts, budget: saved * keptPercent / 100)
    let chosen = quantizer.products.indices.filter { !kept.contains($0) }
    let network = try quantizer.write(
        bytes, for: chosen,
        remark: "8-bit weights by tegata quantize --keep \(keptPercent), chosen for \(crops.description)"
            + " (SHA-256 \(crops.fingerprint)).")
    let file = try source.file(with: Bytes(network))
    try source.requireSmaller(file, advice: keptPercent > 0 ? "give a smaller --keep" : "use the original")
    let outputs = try quantizer.outputs(crops.inputs, bytes: network)
    try PendingFile.writeFile(file.span.bytes, to: output)

    let report = QuantizationReport(
        products: quantizer.products.indices.map { index in
            let product = quantizer.products[index]
            return QuantizationReport.Product(
                name: product.name, weightCount: product.count, error: effects[index].error,
                savedByteCount: effects[index].savedByteCount, isQuantized: !kept.contains(index))
        },
        errors: LandmarkErrors(outputs, expected), crops: crops,
        sizes: FileSizes(
            network: (source.landmarks.model.bytes.count, network.count), file: (source.byteCount, file.count)))
    if let page { try report.page(title: output).write(to: page) }
    if isJSON {
        console.print(report.json(file: output))
    } else if !console.isQuiet {
        console.print(report.text(console.style))
    }
    console.note("written: \([output, page].compactMap(\.self).joined(separator: ", "))")
}

/// Writes a copy that only leaves out channels.
private func leaveOutChannels(
    of source: QuantizationSource, _ output: String, isJSON: Bool, _ console: Console
) throws {
    let remark = "Without channels of zeros, by tegata quantize --weights same."
    guard let lean = try source.landmarks.withoutDeadChannels(remark: remark) else {
        throw .failure("\(source.path): nothing was written, because no channel can be removed; use the original")
    }
    let file = try source.file(with: lean.model.bytes)
    try source.requireSmaller(file, advice: "use the original")
    try PendingFile.writeFile(file.span.bytes, to: output)
    let size = FileSizes(
        network: (source.landmarks.model.bytes.count, lean.model.bytes.count), file: (source.byteCount, file.count))
    report(size, of: output, isJSON: isJSON, console)
}

/// Writes a copy whose hand networks compute with integers.
private func writeIntegers(
    of source: QuantizationSource, _ output: String, _ calibration: [String], hasIntegerInterface: Bool, isJSON: Bool,
    _ team: ThreadTeam, _ console: Console
) throws {
    let palms = try source.palms()
    let landmarks = try source.landmarks.withoutDeadChannels() ?? source.landmarks
    let crops = try CalibrationCrops.found(
        in: calibration, source.handNetworks(), withWholes: true, team: team, console)
    var progress = Progress("calibration", total: crops.wholes.count + crops.inputs.count)
    func integers(_ network: NetworkFile, _ inputs: [[Float]], wideCount: Int, _ subject: String) throws -> Bytes {
        Bytes(
            try NetworkQuantizer(network, team: team).writeIntegers(
                for: inputs, inputRange: network.normalization(ofInput: 0).range, wideCount: wideCount,
                hasIntegerInterface: hasIntegerInterface,
                remark: "Integers by tegata quantize --integer, chosen for \(subject)."
            ) { progress.advance(console) })
    }
    let whole = try integers(palms, crops.wholes, wideCount: .max, "\(crops.wholes.count) images")
    // With 8 bits, the first two blocks alone would move landmarks as much as all the others.
    let crop = try integers(
        landmarks, crops.inputs, wideCount: 6, "\(crops.description) (SHA-256 \(crops.fingerprint))")
    console.clearStatus()
    let file = try source.file(with: crop, palms: whole)
    try PendingFile.writeFile(file.span.bytes, to: output)
    let size = FileSizes(
        network: (source.landmarks.model.bytes.count, crop.count), file: (source.byteCount, file.count))
    report(size, of: output, isJSON: isJSON, console)
}

private func report(_ size: FileSizes, of output: String, isJSON: Bool, _ console: Console) {
    if isJSON {
        console.print(
            JSONWriter.object { json in
                json.member("file", output)
                size.write(to: &json)
            })
    } else if !console.isQuiet {
        console.print(size.lines.joined(separator: "\n"))
    }
    console.note("written: \(output)")
}

/// Returns, for each product, the landmark error and the number of bytes saved if it alone has 8-bit weights.
private func effects(
    _ quantizer: NetworkQuantizer, _ weights: [TFLiteByteWeights], _ inputs: [[Float]], _ expected: [NetworkOutputs],
    _ console: Console
) throws -> [(error: Double, savedByteCount: Int)] {
    // A few crops are enough to compare products.
    let shown = inputs.indices.filter { expected[$0].showsHand }
    let used = min(shown.count, 16)
    guard used > 0 else {
        throw .failure("the network sees no hand in the calibration crops; pass other images with --calibrate")
    }
    let some = (0..<used).map { shown[$0 * shown.count / used] }
    var progress = Progress("products", total: quantizer.products.count)
    let byteCount = try quantizer.write(weights, for: []).count
    var effects: [(error: Double, savedByteCount: Int)] = []
    for index in quantizer.products.indices {
        let file = try quantizer.write(weights, for: [index])
        // Use single precision, so that the choice does not depend on the processor.
        let outputs = try quantizer.outputs(some.map { inputs[$0] }, bytes: file, usesBytes: false)
        let error = LandmarkErrors(outputs, some.map { expected[$0] }).mean
        effects.append((error, byteCount - file.count))
        progress.advance(console)
    }
    console.clearStatus()
    return effects
}

/// The file to quantise.
private struct QuantizationSource {
    let landmarks: NetworkFile
    let path: String
    /// The bundle; nil for a single network.
    private let bundle: TaskBundle?
    let byteCount: Int

    init(_ path: String) throws {
        self.path = path
        let bytes = try Bytes(mappingFileAt: path)
        try ForeignFile.refuseAsModel(bytes, file: path)
        byteCount = bytes.count
        if FileKind.isNetwork(bytes) {
            bundle = nil
            landmarks = try NetworkFile(bytes: bytes, file: path)
        } else {
            let bundle = try TaskBundle(bytes: bytes, file: path)
            self.bundle = bundle
            landmarks = try bundle.network(.handLandmarks)
        }
        let shapes = landmarks.model.subgraphs.first.map { graph in
            (graph.inputs.map { graph.tensors[$0].shape }, graph.outputs.map { graph.tensors[$0].shape.reduce(1, *) })
        }
        guard let shapes, shapes.0 == [[1, DrawnHands.side, DrawnHands.side, 3]], shapes.1.prefix(2) == [63, 1] else {
            throw .failure("\(landmarks.file): is not a hand landmark network; pass hand_landmarker.task")
        }
    }

    /// Returns the networks that find hands in calibration images: the bundle's, or the installed ones.
    func handNetworks() throws -> HandNetworks {
        try HandNetworks(
            at: bundle == nil ? ModelSearch.bundle() : path, NetworkOptions(backend: .simd), .single)
    }

    /// Returns the bundle's palm network.
    func palms() throws -> NetworkFile {
        guard let bundle else { throw .usage("--integer takes a bundle, not a network; pass hand_landmarker.task") }
        return try bundle.network(.palmDetector)
    }

    /// Returns the bundle with both hand networks replaced.
    func file(with landmarks: Bytes, palms: Bytes) throws -> [UInt8] {
        let bytes = Bytes(try file(with: landmarks))
        return try TaskBundle(bytes: bytes, file: path).replacing(.palmDetector, with: palms)
    }

    /// Returns the file with its landmark network replaced.
    func file(with network: Bytes) throws -> [UInt8] {
        guard let bundle else { return network.array() }
        return try bundle.replacing(.handLandmarks, with: network)
    }

    /// Throws unless the copy is smaller: rewriting a network adds some bytes, and a copy of a compressed bundle is
    /// larger because it is not compressed.
    func requireSmaller(_ file: [UInt8], advice: String) throws {
        guard file.count >= byteCount else { return }
        throw .failure(
            "\(path): nothing was written, because the copy would have \(file.count) bytes instead of \(byteCount);"
                + " \(advice)")
    }
}

extension Normalization {
    /// The values that pixels can have.
    fileprivate var range: ClosedRange<Float> {
        let (mean, deviation) = (means.first ?? 0, standardDeviations.first ?? 255)
        let ends = [-mean / deviation, (255 - mean) / deviation].filter(\.isFinite)
        return (ends.min() ?? 0)...(ends.max() ?? 1)
    }
}

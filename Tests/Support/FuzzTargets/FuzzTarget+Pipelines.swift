import TegataBuffers
import TegataDrawing
import TegataHands
import TegataImages
import TegataInference
import TegataKernelSelection
import TegataPixels
import TegataRecords

extension FuzzTarget {
    static let pipelines = [
        // Images, videos and options of all kinds, with networks that return anything.
        FuzzTarget("pipeline") { (bytes) throws(any Error) in
            let networks = ScriptedNetworks(ByteScript(bytes))
            let options = HandPipelineOptions(&networks.script)
            let hands = try HandPipeline(
                palmDetector: networks.palmDetector, handLandmarks: networks.handLandmarks, options: options,
                kernels: try kernelSet(), team: ThreadTeam(count: 1))
            let pipeline = try GesturePipeline(hands, gestures: try networks.gestures(options.gestures))
            var milliseconds = 0
            for _ in 0..<12 where !networks.script.isEmpty {
                if networks.script.below(16) == 0 { pipeline.resetTracking() }
                let width = 1 + Int(networks.script.byte())
                let height = 1 + Int(networks.script.byte())
                let frame = FrameOptions(&networks.script)
                milliseconds &+= networks.script.step()
                let format = PixelFormat.allCases[networks.script.below(PixelFormat.allCases.count)]
                let kind = networks.script.below(4)
                do {
                    try withPicture(format, width, height) { (picture) throws(TegataError) in
                        try look(pipeline, picture, frame, milliseconds, kind: kind)
                    }
                } catch { use("\(error)") }
            }
        },
        // Hands at any position, drawn and hidden.
        FuzzTarget("drawing") { (bytes) throws(Never) in
            var script = ByteScript(bytes)
            var picture = RGBImage(width: 1 + script.below(24), height: 1 + script.below(16))
            var drawing = HandDrawing(width: picture.width, height: picture.height)
            drawing.lineWidth = script.sometimes { $0.number() }
            drawing.dotSize = script.sometimes { $0.number() }
            drawing.hasLabels = script.isChosen()
            drawing.hasRegions = script.isChosen()
            drawing.hasAxes = script.isChosen()
            drawing.shrinkage = script.sometimes { $0.number() } ?? 1
            let hands = (0..<script.below(4)).map { _ in HandResult(&script) }
            drawing.draw(hands, in: &picture)
            use(FrameRecord(source: "", width: picture.width, height: picture.height, hands: hands).json)
            let side = script.sometimes { 1 + $0.below(16) }
            for hand in hands where hands.count == 1 || side != nil { use(picture.cropped(to: hand, side: side)) }
            picture.hide(hands, by: HandHiding.allCases[script.below(HandHiding.allCases.count)])
        },
    ]

    /// Processes an image in one of several ways, and writes the result.
    private static func look(
        _ pipeline: GesturePipeline, _ picture: ImageView, _ frame: FrameOptions, _ milliseconds: Int, kind: Int
    ) throws(TegataError) {
        let result: HandPipelineResult
        switch kind {
        case 0: result = try pipeline.detect(picture, frame: frame)
        case 1:
            use(try pipeline.detectPalms(picture, frame: frame))
            return
        default: result = try pipeline.track(picture, milliseconds: milliseconds, frame: frame)
        }
        use(
            FrameRecord(
                source: "", frame: .init(index: 0, milliseconds: milliseconds), width: picture.width,
                height: picture.height, hands: result.hands, hasGestures: true, hasMetric: true,
                gestureEvents: result.gestureEvents, actionEvents: result.actionEvents
            ).json)
    }

    /// Enough samples for every image.
    private static let samples = (0..<4 * 256 * 256).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13) }

    private static func withPicture(
        _ format: PixelFormat, _ width: Int, _ height: Int, _ body: (ImageView) throws(TegataError) -> Void
    ) throws(TegataError) {
        try samples.span.withUnsafeBytes { bytes throws(TegataError) in
            try body(ImageView(format, width: width, height: height, bytes: bytes))
        }
    }
}

/// Networks that return what a script specifies. Without choices, there is no palm, and each crop shows a hand.
final class ScriptedNetworks {
    var script: ByteScript
    private let inputs = [192 * 192 * 3, 224 * 224 * 3, 63, 1, 63, 2].map(floats)
    private let palms = [2016 * 18, 2016].map(floats)
    private let hand = [63, 1, 1, 63].map(floats)
    private let embedding = floats(2)
    private let scores = floats(3)
    private var anchors: [Int] = []

    init(_ script: ByteScript) {
        self.script = script
        palms[1].update(repeating: -20)
    }

    deinit {
        for buffer in inputs + palms + hand + [embedding, scores] { buffer.deallocate() }
    }

    private static func floats(_ count: Int) -> UnsafeMutableBufferPointer<Float> {
        let buffer = UnsafeMutableBufferPointer<Float>.allocate(capacity: count)
        buffer.initialize(repeating: 0)
        return buffer
    }

    var palmDetector: NetworkRunner {
        runner(inputs[..<1], palms) { [unowned self] in
            for anchor in anchors { palms[1][anchor] = -20 }
            anchors = (0..<script.below(6)).map { _ in Int(script.integer(UInt16.self)) % 2016 }
            for anchor in anchors {
                palms[1][anchor] = script.sometimes { $0.number() } ?? 3
                let box = UnsafeMutableBufferPointer(rebasing: palms[0][18 * anchor..<18 * anchor + 18])
                box.update(repeating: 0)
                // An upright palm: its size, the wrist below it, and the knuckle of the middle finger above it.
                (box[2], box[3], box[5], box[9]) = (30, 30, 15, -15)
                change(box)
            }
        }
    }

    var handLandmarks: NetworkRunner {
        runner(inputs[1..<2], hand) { [unowned self] in
            let side = Float(script.byte())
            for index in 0..<63 {
                // Places fingers next to each other above a wrist.
                let (finger, height) = (Float(index / 12) - 2, Float(index % 12))
                let place = [112 + side * finger / 4, 160 - side * height / 16, 0][index % 3]
                hand[0][index] = place
                hand[3][index] = place / 1000
            }
            change(hand[0])
            hand[1][0] = script.sometimes { $0.number() } ?? 0.9
            hand[2][0] = script.sometimes { $0.number() } ?? 0.8
            change(hand[3])
        }
    }

    func gestures(_ options: GestureOptions?) throws -> GestureStage? {
        guard let options else { return nil }
        let filter = try GestureFilter(
            labels: ["None", "Wave", "Fist"], classCount: 3, metadataThreshold: nil, options: options.canned,
            file: "own.task")
        let classifier = runner(inputs[5...], [scores]) { [unowned self] in change(scores) }
        return GestureStage(
            embedder: runner(inputs[2..<5], [embedding]) {},
            classifiers: [.init(.canned, classifier, filter: filter)], returnsDetails: options.returnsDetails)
    }

    private func runner(
        _ inputs: ArraySlice<UnsafeMutableBufferPointer<Float>>, _ outputs: [UnsafeMutableBufferPointer<Float>],
        run: @escaping () -> Void
    ) -> NetworkRunner {
        NetworkRunner(inputs: Array(inputs), outputs: outputs.map { UnsafeBufferPointer($0) }, run: run)
    }

    /// Replaces some of the values.
    private func change(_ values: UnsafeMutableBufferPointer<Float>) {
        for _ in 0..<script.below(8) { values[script.below(values.count)] = script.number() }
    }
}

extension ByteScript {
    private static let extremes: [Float] = [
        .nan, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude, 0, -0,
        1, -1, 0.5, 32767, 65536, 0x1p31, -0x1p31, 0x1p63, -0x1p63, 1e-20, 1e10, -1e10,
    ]

    mutating func isChosen() -> Bool { byte() & 1 == 1 }

    /// Returns any float, usually a small one.
    mutating func number() -> Float {
        switch below(8) {
        case 0: Self.extremes[below(Self.extremes.count)]
        case 1: Float(bitPattern: integer())
        case 2: Float(byte()) / 255
        default: Float(Int8(truncatingIfNeeded: below(256)))
        }
    }

    /// Returns the duration of a frame, usually a short one.
    fileprivate mutating func step() -> Int {
        switch below(8) {
        case 0: integer()
        case 1: Int(integer(Int16.self))
        default: 33
        }
    }

    fileprivate mutating func count() -> Int { below(16) == 0 ? integer() : below(5) }

    fileprivate mutating func change(_ option: PipelineOption, in options: inout HandPipelineOptions) {
        switch option.value {
        case .flag(let access): access(&options) { $0 = isChosen() }
        case .integer(_, let access): access(&options) { value in value = sometimes { $0.count() } ?? value }
        case .number(_, let access): access(&options) { value in value = sometimes { $0.number() } ?? value }
        }
    }
}

extension HandPipelineOptions {
    fileprivate init(_ script: inout ByteScript) {
        self.init()
        // Options that are not set below share the bytes of the others, so that files of the corpus keep their meaning.
        var others = script
        for option in PipelineOption.all { others.change(option, in: &self) }
        maximumHandCount = script.count()
        minimumDetectionConfidence = script.sometimes { $0.number() } ?? 0.5
        minimumPresenceConfidence = script.sometimes { $0.number() } ?? 0.5
        minimumTrackingConfidence = script.sometimes { $0.number() } ?? 0.5
        let traits = script.byte()
        graph = traits & 1 == 0 ? .tasks : .legacy
        takesAnyConfidence = traits & 2 != 0
        tracking.refinesStills = traits & 4 != 0
        tracking.prefersLargeHands = traits & 8 != 0
        tracking.identifiesHands = traits & 16 != 0
        tracking.averagesHandedness = traits & 32 != 0
        tracking.detectionInterval = traits & 64 == 0 ? 1 : script.count()
        if traits & 128 != 0 {
            tracking.smoothing = SmoothingOptions(
                minimumCutoffHertz: script.number(), speedCoefficient: script.number(),
                speedCutoffHertz: script.number())
        }
        tracking.identityTimeoutMilliseconds = script.sometimes { $0.step() } ?? 1000
        metric = script.sometimes { script in
            MetricOptions(camera: MetricCamera(&script), palmWidth: script.sometimes { $0.number() })
        }
        gestures = script.sometimes { script in
            var gestures = GestureOptions()
            gestures.returnsDetails = script.isChosen()
            gestures.canned.scoreThreshold = script.number()
            gestures.events = script.sometimes {
                GestureEventOptions(
                    dwellMilliseconds: $0.step(), releaseMilliseconds: $0.step(), minimumScore: $0.number())
            }
            return gestures
        }
        guard script.isChosen() else { return }
        search.area = SearchArea.allCases[script.below(SearchArea.allCases.count)]
        search.tileSide = 64 + script.below(80)
        search.tileOverlap = script.number()
        search.minimumTileConfidence = script.number()
        search.tilesPerFrame = script.count()
        search.skipsUnchanged = script.isChosen()
    }
}

extension MetricCamera {
    fileprivate init(_ script: inout ByteScript) {
        self =
            script.isChosen()
            ? .fieldOfView(degrees: script.number())
            : .intrinsics(
                CameraIntrinsics(
                    focalX: script.number(), focalY: script.number(), centerX: script.number(),
                    centerY: script.number()))
    }
}

extension FrameOptions {
    init(_ script: inout ByteScript) {
        let rotation = [0, 90, 180, 270, -90, 450, 45, .min][script.below(8)]
        self.init(rotationDegrees: rotation, isMirrored: script.isChosen())
        region = script.sometimes {
            RegionOfInterest(left: $0.number(), top: $0.number(), right: $0.number(), bottom: $0.number())
        }
        camera = script.sometimes { MetricCamera(&$0) }
        answersUpright = script.isChosen()
    }
}

extension HandResult {
    /// Creates a hand around the centre, with some points elsewhere.
    fileprivate init(_ script: inout ByteScript) {
        let side = Float(script.byte()) / 255
        var points = HandPoints { HandPoint(x: 0.5 + side * Float($0 % 5 - 2), y: 0.5 - side * Float($0 / 5), z: 0) }
        for _ in 0..<script.below(8) {
            points[script.below(HandPoints.count)] = HandPoint(
                x: script.number(), y: script.number(), z: script.number())
        }
        self.init(
            landmarks: points, worldLandmarks: points, presence: script.number(), rightProbability: script.number(),
            rectangle: HandRectangle(
                centerX: script.number(), centerY: script.number(), width: script.number(), height: script.number(),
                rotation: script.number()))
    }
}

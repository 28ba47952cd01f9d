import TegataBuffers
import TegataClassifiers
import TegataGestureBundles
import TegataHands

/// The options of a task, which JavaScript sets by their names. Those of the pipeline have the names of the C
/// interface.
///
/// This is a class, because copies of so many fields would be a large part of the module's code.
final class WebOptions {
    private(set) var recognizesGestures = false
    private(set) var hasJoints = false
    private(set) var hasActions = false
    private var poses: PoseClassifier?
    private var gestures = GestureOptions()
    private var events = GestureEventOptions()
    private(set) var reportsGestureEvents = false
    private(set) var reportsEvents = false
    private(set) var reportsFingers = false
    private var smoothing = SmoothingOptions()
    private var intrinsics = CameraIntrinsics(focalX: 0, focalY: 0, centerX: 0, centerY: 0)
    private var camera = Camera.unknown
    private var palmWidth: Float?
    private var pipeline = HandPipelineOptions()

    private enum Camera {
        case unknown, intrinsics
        case fieldOfView(Float)
    }

    /// Whether hands have gestures, from the bundle or from custom poses.
    var hasGestures: Bool {
        if case .some = poses { return true }
        return recognizesGestures
    }

    /// Returns the options of the pipeline.
    func pipelineOptions() -> HandPipelineOptions {
        var options = pipeline
        options.errorsNameOptions = true
        if hasGestures {
            var gestures = gestures
            gestures.poses = poses
            if reportsGestureEvents || reportsEvents { gestures.events = events }
            options.gestures = gestures
        }
        // Events name hands by their IDs.
        if reportsEvents { options.tracking.identifiesHands = true }
        if options.tracking.smoothing != nil { options.tracking.smoothing = smoothing }
        switch camera {
        case .unknown: break
        case .intrinsics: options.metric = MetricOptions(camera: .intrinsics(intrinsics), palmWidth: palmWidth)
        case .fieldOfView(let degrees):
            options.metric = MetricOptions(camera: .fieldOfView(degrees: degrees), palmWidth: palmWidth)
        }
        return options
    }

    /// Sets an option that is a number or a flag.
    func set(_ name: String, to value: Double) throws(TegataError) {
        for option in PipelineOption.all where isSame(option.name, name) {
            try set(option, to: value)
            return
        }
        for number in Self.numbers where isSame(number.name, name) {
            number.set(self, Float(value))
            return
        }
        throw unknownOption(name)
    }

    private func set(_ option: PipelineOption, to value: Double) throws(TegataError) {
        switch option.value {
        case .flag(let access): access(&pipeline) { $0 = value != 0 }
        case .number(_, let access): access(&pipeline) { $0 = Float(value) }
        case .integer(_, let access):
            guard let whole = Int(exactly: value) else {
                throw TegataError(
                    .invalidArgument, description: "\(option.name) is \(Float(value)); give a whole number")
            }
            access(&pipeline) { $0 = whole }
        }
    }

    /// The options beyond those of the pipeline that are numbers, and how they are set.
    private static let numbers: [Number] = [
        Number("gestures") { $0.recognizesGestures = $1 != 0 },
        Number("canned_threshold") { $0.gestures.canned.scoreThreshold = $1 },
        Number("custom_threshold") { $0.gestures.custom.scoreThreshold = $1 },
        Number("gesture_events") { $0.reportsGestureEvents = $1 != 0 },
        Number("events") { $0.reportsEvents = $1 != 0 },
        Number("finger_events") { $0.reportsFingers = $1 != 0 },
        Number("gesture_dwell_ms") { $0.events.dwellMilliseconds = Int(clamping: $1) },
        Number("gesture_release_ms") { $0.events.releaseMilliseconds = Int(clamping: $1) },
        Number("min_gesture_score") { $0.events.minimumScore = $1 },
        Number("smoothing_cutoff_hz") { $0.smoothing.minimumCutoffHertz = $1 },
        Number("smoothing_speed_coefficient") { $0.smoothing.speedCoefficient = $1 },
        Number("smoothing_speed_cutoff_hz") { $0.smoothing.speedCutoffHertz = $1 },
        Number("search_area") {
            $0.pipeline.search.area = SearchArea.allCases[max(0, min(Int(clamping: $1), SearchArea.allCases.count - 1))]
        },
        Number("field_of_view") { $0.camera = .fieldOfView($1) },
        Number("focal_x") { options, value in
            options.camera = .intrinsics
            options.intrinsics.focalX = value
        },
        Number("focal_y") { $0.intrinsics.focalY = $1 },
        Number("center_x") { $0.intrinsics.centerX = $1 },
        Number("center_y") { $0.intrinsics.centerY = $1 },
        Number("palm_width") { $0.palmWidth = $1 },
        Number("joints") { $0.hasJoints = $1 != 0 },
        Number("legacy") { $0.pipeline.graph = $1 != 0 ? .legacy : .tasks },
    ]

    private struct Number: Sendable {
        let name: String
        let set: @Sendable (WebOptions, Float) -> Void

        init(_ name: String, _ set: @escaping @Sendable (WebOptions, Float) -> Void) {
            self.name = name
            self.set = set
        }
    }

    /// Sets an option that is a list of texts, each of which ends with a zero byte, or a file of `tegata train`.
    func set(_ name: String, to bytes: UnsafeRawBufferPointer) throws(TegataError) {
        if isSame(name, "canned_allowed") {
            gestures.canned.categoryAllowlist = texts(bytes)
        } else if isSame(name, "canned_denied") {
            gestures.canned.categoryDenylist = texts(bytes)
        } else if isSame(name, "custom_allowed") {
            gestures.custom.categoryAllowlist = texts(bytes)
        } else if isSame(name, "custom_denied") {
            gestures.custom.categoryDenylist = texts(bytes)
        } else {
            do throws(GestureBundleError) { try setClassifier(name, Bytes(copying: bytes)) } catch {
                throw TegataError(error)
            }
        }
    }

    private func setClassifier(_ name: String, _ bytes: Bytes) throws(GestureBundleError) {
        let file = try ClassifierFile(fileOrBundle: bytes, file: name)
        if isSame(name, "poses") {
            poses = try file.poses(name)
        } else {
            pipeline.actions = try file.actions(name)
            hasActions = true
        }
    }
}

extension Bytes {
    fileprivate init(copying bytes: UnsafeRawBufferPointer) {
        self.init(count: bytes.count) { $0.copyMemory(from: bytes) }
    }
}

extension Int {
    /// The nearest integer; 0 for NaN.
    fileprivate init(clamping value: Float) {
        self = value.isNaN ? 0 : Int(exactly: value.rounded()) ?? (value < 0 ? .min : .max)
    }
}

private func unknownOption(_ name: String) -> TegataError {
    TegataError(.invalidArgument, description: "unknown option \(name)")
}

/// Returns the texts in bytes, each of which ends with a zero byte.
private func texts(_ bytes: UnsafeRawBufferPointer) -> [String] {
    bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
}

/// Compares names by their bytes, because comparing characters needs the tables of Unicode.
private func isSame(_ one: String, _ other: String) -> Bool { one.utf8.elementsEqual(other.utf8) }

import CTegataLibrary
import TegataHands

/// A field of the C interface that maps directly to an option of the pipeline.
struct OptionField: Sendable {
    /// All such fields; their last words are the names of options.
    static let all = [
        OptionField("max_hands") { $1(&$0.max_hands) },
        OptionField("min_detection_confidence") { $1(&$0.min_detection_confidence) },
        OptionField("min_presence_confidence") { $1(&$0.min_presence_confidence) },
        OptionField("min_tracking_confidence") { $1(&$0.min_tracking_confidence) },
        OptionField("refines_stills") { $1(&$0.refines_stills) },
        OptionField("prefers_large_hands") { $1(&$0.prefers_large_hands) },
        OptionField("detection_interval") { $1(&$0.detection_interval) },
        OptionField("identifies_hands") { $1(&$0.identifies_hands) },
        OptionField("identity_timeout_ms") { $1(&$0.identity_timeout_ms) },
        OptionField("averages_handedness") { $1(&$0.averages_handedness) },
        OptionField("smooths") { $1(&$0.smooths) },
        OptionField("search.tile_side") { $1(&$0.search.tile_side) },
        OptionField("search.tile_overlap") { $1(&$0.search.tile_overlap) },
        OptionField("search.min_tile_confidence") { $1(&$0.search.min_tile_confidence) },
        OptionField("search.tiles_per_frame") { $1(&$0.search.tiles_per_frame) },
        OptionField("search.skips_unchanged") { $1(&$0.search.skips_unchanged) },
    ]

    /// The field in `tegata_options`, such as `search.tile_side`.
    let path: String
    private let number: Number

    /// Passes the field to a closure that reads or changes it.
    private typealias Access<Value> = @Sendable (inout tegata_options, (inout Value) -> Void) -> Void

    private enum Number: Sendable {
        case integer(Access<Int32>)
        case real(Access<Float>)
    }

    private init(_ path: String, _ access: @escaping Access<Int32>) {
        self.path = path
        number = .integer(access)
    }

    private init(_ path: String, _ access: @escaping Access<Float>) {
        self.path = path
        number = .real(access)
    }

    /// Sets the option to the value of the field.
    func read(_ fields: tegata_options, into options: inout HandPipelineOptions) {
        var fields = fields
        switch (option?.value, number) {
        case (.flag(let option), .integer(let field)):
            field(&fields) { value in option(&options) { $0 = value != 0 } }
        case (.integer(_, let option), .integer(let field)):
            field(&fields) { value in option(&options) { $0 = Int(value) } }
        case (.number(_, let option), .real(let field)): field(&fields) { value in option(&options) { $0 = value } }
        default: break
        }
    }

    /// Sets the field to the value of the option.
    func write(_ options: HandPipelineOptions, into fields: inout tegata_options) {
        var options = options
        switch (option?.value, number) {
        case (.flag(let option), .integer(let field)):
            option(&options) { value in field(&fields) { $0 = value ? 1 : 0 } }
        case (.integer(_, let option), .integer(let field)):
            option(&options) { value in field(&fields) { $0 = Int32(clamping: value) } }
        case (.number(_, let option), .real(let field)): option(&options) { value in field(&fields) { $0 = value } }
        default: break
        }
    }

    var option: PipelineOption? {
        let name = path.utf8.drop { $0 != UInt8(ascii: ".") }
        return PipelineOption.all.first { $0.name.utf8.elementsEqual(name.isEmpty ? path.utf8[...] : name.dropFirst()) }
    }
}

extension HandPipelineOptions {
    /// Reads the options of Tegata's C interface.
    init(_ options: tegata_options) throws(CallError) {
        self.init()
        let poses = try ModelSource(options.poses, "poses")
        if options.gestures != 0 || poses != nil {
            var gestures = GestureOptions()
            gestures.poses = try poses?.poses()
            gestures.canned = try GestureClassifierOptions(options.canned, "canned")
            gestures.custom = try GestureClassifierOptions(options.custom, "custom")
            if options.events != 0 { gestures.events = try GestureEventOptions(options) }
            self.gestures = gestures
        }
        actions = try ModelSource(options.actions, "actions")?.actions()
        if options.legacy != 0 { graph = .legacy }
        search = try SearchOptions(options.search)
        takePlainOptions(of: options)
        if tracking.smoothing != nil {
            tracking.smoothing = SmoothingOptions(
                minimumCutoffHertz: options.smoothing_cutoff_hz,
                speedCoefficient: options.smoothing_speed_coefficient,
                speedCutoffHertz: options.smoothing_speed_cutoff_hz)
        }
        metric = try MetricOptions(options.camera, palmWidth: options.palm_width)
        // Events name hands by their IDs.
        if options.events != 0 { tracking.identifiesHands = true }
    }

    /// Sets the options that map directly to a field, without checks of their values.
    package mutating func takePlainOptions(of fields: tegata_options) {
        for field in OptionField.all { field.read(fields, into: &self) }
    }
}

extension ModelSource {
    /// The names in errors of the fields that name a file.
    private typealias Names = (bytes: String, count: String, path: String)

    /// Reads the bundle of a tracker.
    init(_ options: tegata_options) throws(CallError) {
        let names = (bytes: "model_asset_buffer", count: "model_size", path: "model_path")
        guard let source = try ModelSource(options.model, options.model_size, options.model_path, names) else {
            throw CallError(
                .invalidArgument, "There is no model; set model_path to a bundle such as hand_landmarker.task.")
        }
        self = source
    }

    /// Reads a trained classifier; nil if there is none.
    fileprivate init?(_ classifier: tegata_classifier, _ field: String) throws(CallError) {
        let names = (bytes: field, count: "\(field).byte_count", path: "\(field).path")
        try self.init(classifier.bytes, classifier.byte_count, classifier.path, names)
    }

    private init?(
        _ bytes: UnsafeRawPointer?, _ count: Int, _ path: UnsafePointer<CChar>?, _ names: Names
    ) throws(CallError) {
        try checkCount(count, names.count)
        if let bytes, count > 0 {
            self = .bytes(UnsafeRawBufferPointer(start: bytes, count: count), name: names.bytes)
        } else if let path, path.pointee != 0 {
            self = .file(path: try string(path, names.path))
        } else {
            return nil
        }
    }
}

extension HandPrecision {
    init(_ options: tegata_options) throws(CallError) {
        // The numbers of tegata_precision count the cases.
        guard HandPrecision.allCases.indices ~= Int(options.precision) else {
            throw CallError(
                .invalidArgument, "precision is \(options.precision); set it to a value of tegata_precision.")
        }
        self = HandPrecision.allCases[Int(options.precision)]
    }
}

extension SearchOptions {
    fileprivate init(_ search: tegata_search) throws(CallError) {
        self.init()
        // The numbers of tegata_search_area count the cases.
        guard SearchArea.allCases.indices ~= Int(search.area) else {
            throw CallError(
                .invalidArgument, "There is no search area \(search.area); choose one of tegata_search_area.")
        }
        area = SearchArea.allCases[Int(search.area)]
        tileMilliseconds = search.tile_ms == 0 ? nil : Int(search.tile_ms)
    }
}

extension MetricOptions {
    /// Reads a camera; nil if nothing is known of it. A palm width of 0 means the default.
    fileprivate init?(_ camera: tegata_camera, palmWidth: Float) throws(CallError) {
        let known: MetricCamera
        switch tegata_camera_kind(rawValue: UInt32(bitPattern: camera.kind)) {
        case TEGATA_CAMERA_UNKNOWN:
            guard palmWidth == 0 else {
                throw CallError(
                    .invalidArgument, "palm_width needs a camera; set camera.kind as well.")
            }
            return nil
        case TEGATA_CAMERA_INTRINSICS:
            known = .intrinsics(
                CameraIntrinsics(
                    focalX: camera.focal_x, focalY: camera.focal_y, centerX: camera.center_x,
                    centerY: camera.center_y))
        case TEGATA_CAMERA_FIELD_OF_VIEW: known = .fieldOfView(degrees: camera.field_of_view_degrees)
        default:
            throw CallError(
                .invalidArgument, "There is no camera kind \(camera.kind); choose one of tegata_camera_kind.")
        }
        self.init(camera: known, palmWidth: palmWidth == 0 ? nil : palmWidth)
    }
}

extension GestureClassifierOptions {
    fileprivate init(_ options: tegata_gesture_options, _ classifier: String) throws(CallError) {
        self.init()
        // Only numbers above 0 are thresholds; all others mean none.
        scoreThreshold = options.score_threshold > 0 ? options.score_threshold : nil
        categoryAllowlist = try names(options.allowed, options.allowed_count, "\(classifier).allowed")
        categoryDenylist = try names(options.denied, options.denied_count, "\(classifier).denied")
    }
}

extension GestureEventOptions {
    fileprivate init(_ options: tegata_options) throws(CallError) {
        for (name, time) in [
            ("gesture_dwell_ms", options.gesture_dwell_ms), ("gesture_release_ms", options.gesture_release_ms),
        ] where time < 0 {
            throw CallError(.invalidArgument, "\(name) is \(time); set it to 0 or more.")
        }
        self.init(
            dwellMilliseconds: Int(options.gesture_dwell_ms), releaseMilliseconds: Int(options.gesture_release_ms))
    }
}

/// Returns the texts of a caller's list; errors call it `field`.
func names(
    _ texts: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int, _ field: String
) throws(CallError) -> [String] {
    try checkCount(count, "\(field)_count")
    guard count > 0 else { return [] }
    guard let texts else { throw .nullPointer(field) }
    var names: [String] = []
    for index in 0..<count {
        guard let text = texts[index] else { throw .nullPointer("\(field)[\(index)]") }
        names.append(try string(text, "\(field)[\(index)]"))
    }
    return names
}

extension tegata_options {
    /// The defaults, none of which changes MediaPipe's results.
    static var usual: tegata_options {
        let smoothing = SmoothingOptions()
        var options = HandPipelineOptions()
        options.maximumHandCount = HandPipelineOptions.usualHandCount
        var usual = tegata_options()
        usual.size = MemoryLayout<tegata_options>.size
        for field in OptionField.all { field.write(options, into: &usual) }
        usual.smoothing_cutoff_hz = smoothing.minimumCutoffHertz
        usual.smoothing_speed_coefficient = smoothing.speedCoefficient
        usual.smoothing_speed_cutoff_hz = smoothing.speedCutoffHertz
        let events = GestureEventOptions()
        usual.gesture_dwell_ms = Int32(clamping: events.dwellMilliseconds)
        usual.gesture_release_ms = Int32(clamping: events.releaseMilliseconds)
        return usual
    }

    /// Reads the options of a caller that may have been compiled with fewer fields; the others get their defaults.
    init(_ options: UnsafePointer<tegata_options>) throws(CallError) {
        self = .usual
        let known = MemoryLayout<tegata_options>.size
        let given = options.pointee.size
        // The size of a struct is a multiple of its alignment; any other size is wrong and may cut a pointer.
        guard given >= MemoryLayout<Int>.size, given <= 64 * known,
            given.isMultiple(of: MemoryLayout<tegata_options>.alignment)
        else {
            throw CallError(
                .invalidArgument,
                "The size of the options is \(given), which is not valid; call tegata_options_init(&options, sizeof options) "
                    + "first.")
        }
        withUnsafeMutableBytes(of: &self) { bytes in
            bytes.copyMemory(from: UnsafeRawBufferPointer(start: options, count: min(given, known)))
        }
    }
}

import CTegataLibrary
import TegataHands

/// A field of `tegata_options` that is an option of the pipeline, which has the same name.
struct OptionField: Sendable {
    static let all: [OptionField] = {
        let fields = LibraryLayout.fields(of: "tegata_options")
        return PipelineOption.all.compactMap { OptionField($0, in: fields) }
    }()

    let option: PipelineOption
    /// The field, such as `search.tile_side`.
    let path: String
    private let offset: Int

    /// Nil if there is no such field.
    private init?(_ option: PipelineOption, in fields: [LayoutField]) {
        func find(_ fields: [LayoutField]) -> LayoutField? {
            fields.first { $0.name.utf8.elementsEqual(option.name.utf8) }
        }
        self.option = option
        if let field = find(fields) {
            (path, offset) = (field.name, field.offset)
            return
        }
        for owner in fields {
            guard let field = find(LibraryLayout.fields(of: owner.type)) else { continue }
            (path, offset) = (owner.name + "." + field.name, owner.offset + field.offset)
            return
        }
        return nil
    }

    /// Sets the option to the value of the field.
    func read(_ fields: UnsafeRawBufferPointer, into options: inout HandPipelineOptions) {
        func number() -> Int32 { fields.load(fromByteOffset: offset, as: Int32.self) }
        switch option.value {
        case .flag(let access): access(&options) { $0 = number() != 0 }
        case .integer(_, let access): access(&options) { $0 = Int(number()) }
        case .number(_, let access):
            access(&options) { $0 = fields.load(fromByteOffset: offset, as: Float.self) }
        }
    }

    /// Sets the field to the value of the option.
    func write(_ options: HandPipelineOptions, into fields: UnsafeMutableRawBufferPointer) {
        var options = options
        func set(_ number: Int32) { fields.storeBytes(of: number, toByteOffset: offset, as: Int32.self) }
        switch option.value {
        case .flag(let access): access(&options) { set($0 ? 1 : 0) }
        case .integer(_, let access): access(&options) { set(Int32(clamping: $0)) }
        case .number(_, let access):
            access(&options) { fields.storeBytes(of: $0, toByteOffset: offset, as: Float.self) }
        }
    }
}

extension HandPipelineOptions {
    /// Reads the options of Tegata's C interface.
    init(_ options: tegata_options) throws(CallError) {
        self.init()
        errorsNameOptions = true
        let poses = try ModelSource(options.poses, "poses")
        if options.gestures != 0 || poses != nil {
            var gestures = GestureOptions()
            gestures.poses = try poses?.poses()
            gestures.canned = try GestureClassifierOptions(options.canned, "canned")
            gestures.custom = try GestureClassifierOptions(options.custom, "custom")
            if options.events != 0 || options.offline != 0 { gestures.events = try GestureEventOptions(options) }
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
        if options.events != 0 || options.offline != 0 { tracking.identifiesHands = true }
    }

    /// Sets the options that map directly to a field, without checks of their values.
    package mutating func takePlainOptions(of fields: tegata_options) {
        withUnsafeBytes(of: fields) { bytes in
            for field in OptionField.all { field.read(bytes, into: &self) }
        }
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
        if let bytes {
            guard count > 0 else {
                throw CallError(
                    .invalidArgument, "The \(names.count) is 0, but there are bytes; set it to their number.")
            }
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
        guard options.gesture_dwell_ms >= 0, options.gesture_release_ms >= 0 else {
            throw CallError(
                .invalidArgument, "gesture_dwell_ms or gesture_release_ms is negative; set it to 0 or more.")
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
        withUnsafeMutableBytes(of: &usual) { bytes in
            for field in OptionField.all { field.write(options, into: bytes) }
        }
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

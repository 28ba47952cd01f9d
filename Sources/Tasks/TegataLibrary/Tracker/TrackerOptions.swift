import CTegataLibrary
import TegataHands

extension HandPipelineOptions {
    /// Those of Tegata's C interface.
    init(_ options: tegata_options) throws(CallError) {
        self.init()
        maximumHandCount = Int(options.max_hands)
        minimumDetectionConfidence = options.min_detection_confidence
        minimumPresenceConfidence = options.min_presence_confidence
        minimumTrackingConfidence = options.min_tracking_confidence
        let poses = try ModelSource(options.poses, "poses")
        if options.gestures != 0 || poses != nil {
            var gestures = GestureOptions()
            gestures.poses = try poses?.poses()
            gestures.canned = try GestureClassifierOptions(options.canned, "canned")
            gestures.custom = try GestureClassifierOptions(options.custom, "custom")
            self.gestures = gestures
        }
        actions = try ModelSource(options.actions, "actions")?.actions()
        tracking.refinesStills = options.refines_stills != 0
        tracking.prefersLargeHands = options.prefers_large_hands != 0
        tracking.detectionInterval = Int(options.detection_interval)
        tracking.identifiesHands = options.identifies_hands != 0
        tracking.identityTimeoutMilliseconds = Int(options.identity_timeout_ms)
        tracking.averagesHandedness = options.averages_handedness != 0
        if options.smooths != 0 {
            tracking.smoothing = SmoothingOptions(
                minimumCutoffHertz: options.smoothing_cutoff_hz,
                speedCoefficient: options.smoothing_speed_coefficient,
                speedCutoffHertz: options.smoothing_speed_cutoff_hz)
        }
        if options.legacy != 0 { graph = .legacy }
        search = try SearchOptions(options.search)
        metric = try MetricOptions(options.camera, palmWidth: options.palm_width)
    }
}

extension ModelSource {
    /// What errors call the fields that say where a file is.
    private typealias Names = (bytes: String, count: String, path: String)

    /// The bundle of a tracker.
    init(_ options: tegata_options) throws(CallError) {
        let names = (bytes: "model_asset_buffer", count: "model_size", path: "model_path")
        guard let source = try ModelSource(options.model, options.model_size, options.model_path, names) else {
            throw CallError(
                .invalidArgument, "There is no model; set model_path to that of a bundle such as hand_landmarker.task.")
        }
        self = source
    }

    /// A trained classifier; nil if there is none.
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

extension SearchOptions {
    fileprivate init(_ search: tegata_search) throws(CallError) {
        self.init()
        switch tegata_search_area(rawValue: UInt32(bitPattern: search.area)) {
        case TEGATA_SEARCH_WHOLE: area = .whole
        case TEGATA_SEARCH_TILES: area = .tiles
        case TEGATA_SEARCH_AUTO: area = .automatic
        default:
            throw CallError(
                .invalidArgument, "There is no search area \(search.area); choose one of tegata_search_area.")
        }
        tileSide = Int(search.tile_side)
        tileOverlap = search.tile_overlap
        minimumTileConfidence = search.min_tile_confidence
        tilesPerFrame = Int(search.tiles_per_frame)
        tileMilliseconds = search.tile_ms == 0 ? nil : Int(search.tile_ms)
        skipsUnchanged = search.skips_unchanged != 0
    }
}

extension MetricOptions {
    /// Nil where nothing is known of the camera. A palm's width of 0 stands for the usual one.
    fileprivate init?(_ camera: tegata_camera, palmWidth: Float) throws(CallError) {
        let known: MetricCamera
        switch tegata_camera_kind(rawValue: UInt32(bitPattern: camera.kind)) {
        case TEGATA_CAMERA_UNKNOWN:
            guard palmWidth == 0 else {
                throw CallError(
                    .invalidArgument, "palm_width is for hands in space; say what is known of the camera, too.")
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
                .invalidArgument, "There is no kind of camera \(camera.kind); choose one of tegata_camera_kind.")
        }
        self.init(camera: known, palmWidth: palmWidth == 0 ? nil : palmWidth)
    }
}

extension GestureClassifierOptions {
    fileprivate init(_ options: tegata_gesture_options, _ classifier: String) throws(CallError) {
        self.init()
        // No other number says that there is none.
        scoreThreshold = options.score_threshold > 0 ? options.score_threshold : nil
        categoryAllowlist = try names(options.allowed, options.allowed_count, "\(classifier).allowed")
        categoryDenylist = try names(options.denied, options.denied_count, "\(classifier).denied")
    }
}

/// The texts of a list that a caller has; `field` names it in errors.
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
    /// The usual values, none of which changes MediaPipe's results.
    static var usual: tegata_options {
        let (options, smoothing) = (HandPipelineOptions(), SmoothingOptions())
        var usual = tegata_options()
        usual.size = MemoryLayout<tegata_options>.size
        usual.max_hands = 2
        usual.min_detection_confidence = options.minimumDetectionConfidence
        usual.min_presence_confidence = options.minimumPresenceConfidence
        usual.min_tracking_confidence = options.minimumTrackingConfidence
        usual.detection_interval = Int32(options.tracking.detectionInterval)
        usual.identity_timeout_ms = Int32(options.tracking.identityTimeoutMilliseconds)
        usual.smoothing_cutoff_hz = smoothing.minimumCutoffHertz
        usual.smoothing_speed_coefficient = smoothing.speedCoefficient
        usual.smoothing_speed_cutoff_hz = smoothing.speedCutoffHertz
        usual.search.tile_side = Int32(options.search.tileSide)
        usual.search.tile_overlap = options.search.tileOverlap
        usual.search.min_tile_confidence = options.search.minimumTileConfidence
        usual.search.tiles_per_frame = Int32(options.search.tilesPerFrame)
        usual.search.skips_unchanged = options.search.skipsUnchanged ? 1 : 0
        return usual
    }

    /// Those of a caller who may have been compiled with fewer fields; the others have their usual values.
    init(_ options: UnsafePointer<tegata_options>) throws(CallError) {
        self = .usual
        let known = MemoryLayout<tegata_options>.size
        let given = options.pointee.size
        // Sizes of structs are multiples of their alignment; others are those of none, and may cut a pointer.
        guard given >= MemoryLayout<Int>.size, given <= 64 * known,
            given.isMultiple(of: MemoryLayout<tegata_options>.alignment)
        else {
            throw CallError(
                .invalidArgument,
                "The options say that they have \(given) bytes; call tegata_options_init(&options, sizeof options) "
                    + "first.")
        }
        withUnsafeMutableBytes(of: &self) { bytes in
            bytes.copyMemory(from: UnsafeRawBufferPointer(start: options, count: min(given, known)))
        }
    }
}

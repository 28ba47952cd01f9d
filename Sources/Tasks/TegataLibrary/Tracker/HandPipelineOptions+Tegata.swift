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
        if options.gestures != 0 {
            var gestures = GestureOptions()
            gestures.canned = try GestureClassifierOptions(options.canned, "canned")
            gestures.custom = try GestureClassifierOptions(options.custom, "custom")
            self.gestures = gestures
        }
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
    }
}

extension GestureClassifierOptions {
    fileprivate init(_ options: tegata_gesture_options, _ classifier: String) throws(CallError) {
        self.init()
        scoreThreshold = options.score_threshold
        categoryAllowlist = try names(options.allowed, options.allowed_count, "\(classifier).allowed")
        categoryDenylist = try names(options.denied, options.denied_count, "\(classifier).denied")
    }
}

/// The texts of a list that a caller has; `field` names it in errors.
func names(
    _ texts: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int, _ field: String
) throws(CallError) -> [String] {
    guard count > 0 else { return [] }
    guard let texts else { throw .nullPointer(field) }
    var names: [String] = []
    for index in 0..<count {
        guard let text = texts[index] else { throw .nullPointer("\(field)[\(index)]") }
        names.append(String(cString: text))
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
        return usual
    }

    /// Those of a caller who may have been compiled with fewer fields; the others have their usual values.
    init(_ options: UnsafePointer<tegata_options>) throws(CallError) {
        self = .usual
        let known = MemoryLayout<tegata_options>.size
        let given = options.pointee.size
        guard given >= MemoryLayout<Int>.size, given <= 64 * known else {
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

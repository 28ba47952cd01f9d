import CTegataLibrary
import TegataHands

extension TaskOptions {
    /// Reads the options of a hand landmarker.
    init(_ options: UnsafePointer<MpHandLandmarkerOptions>) throws(CallError) {
        let layout = OptionsLayout(of: options)
        let shifted = options.shifted(for: layout)
        try self.init(
            base: options, layout, mode: shifted.pointee.running_mode, handCount: shifted.pointee.num_hands,
            detection: shifted.pointee.min_hand_detection_confidence,
            presence: shifted.pointee.min_hand_presence_confidence,
            tracking: shifted.pointee.min_tracking_confidence, gestures: nil,
            deliver: shifted.pointee.result_callback.map { callback in delivery { callback($0, $1, $2, $3) } })
    }

    /// Reads the options of a gesture recogniser.
    init(_ options: UnsafePointer<MpGestureRecognizerOptions>) throws(CallError) {
        let layout = OptionsLayout(of: options)
        let shifted = options.shifted(for: layout)
        var gestures = GestureOptions()
        gestures.canned = try GestureClassifierOptions(shifted.pointee.canned_gestures_classifier_options)
        gestures.custom = try GestureClassifierOptions(shifted.pointee.custom_gestures_classifier_options)
        try self.init(
            base: options, layout, mode: shifted.pointee.running_mode, handCount: shifted.pointee.num_hands,
            detection: shifted.pointee.min_hand_detection_confidence,
            presence: shifted.pointee.min_hand_presence_confidence,
            tracking: shifted.pointee.min_tracking_confidence, gestures: gestures,
            deliver: shifted.pointee.result_callback.map { callback in delivery { callback($0, $1, $2, $3) } })
    }

    private init(
        base: UnsafeRawPointer, _ layout: OptionsLayout, mode number: Int32, handCount: Int32, detection: Float,
        presence: Float, tracking: Float, gestures: GestureOptions?, deliver: TaskOptions.Delivery?
    ) throws(CallError) {
        guard let mode = RunningMode(rawValue: number) else {
            throw CallError(.invalidArgument, "There is no running mode \(number).")
        }
        let model = try ModelSource(base, layout)
        // NaN passes, as in MediaPipe.
        guard !(presence < 0), !(presence > 1) else {
            throw CallError(
                .invalidArgument,
                "Invalid `min_detection_confidence` option: value must be in the range [0.0, 1.0]")
        }
        guard handCount >= 1 else {
            throw CallError(
                .internal,
                "ValidatedGraphConfig Initialization failed. The size of num_hands is \(handCount): max_vec_size "
                    + "should be greater than or equal to 1.")
        }
        var pipeline = HandPipelineOptions()
        pipeline.maximumHandCount = Int(handCount)
        pipeline.minimumDetectionConfidence = detection
        pipeline.minimumPresenceConfidence = presence
        pipeline.minimumTrackingConfidence = tracking
        pipeline.takesAnyConfidence = true
        pipeline.gestures = gestures
        self.init(model: model, mode: mode, pipeline: pipeline, deliver: deliver)
    }
}

/// Returns a closure that calls MediaPipe's callback with the result for a frame.
private func delivery<Output: TaskResult>(
    to callback: @escaping @Sendable (Int32, UnsafePointer<Output>?, OpaquePointer?, Int64) -> Void
) -> TaskOptions.Delivery {
    { result, picture, milliseconds in
        let image = Handles.pictures.insert(picture)
        do throws(CallError) {
            var output = try Output(result.get())
            callback(Status.ok.rawValue, &output, image, milliseconds)
            output.release()
        } catch {
            callback(error.status.rawValue, nil, image, milliseconds)
        }
        _ = Handles.pictures.remove(image)
    }
}

extension UnsafePointer {
    /// Returns the address of a struct with the current layout whose fields after the base options are at the offsets
    /// of `layout`. Read only these fields.
    fileprivate func shifted(for layout: OptionsLayout) -> UnsafePointer {
        let distance = layout.baseByteCount - OptionsLayout.third.baseByteCount
        return (UnsafeRawPointer(self) + distance).assumingMemoryBound(to: Pointee.self)
    }
}

extension GestureClassifierOptions {
    fileprivate init(_ options: MpClassifierOptions) throws(CallError) {
        self.init()
        if let locale = options.display_names_locale { displayNamesLocale = try string(locale, "display_names_locale") }
        maximumResultCount = Int(options.max_results)
        // Only numbers above 0 are thresholds; all others mean none.
        scoreThreshold = options.score_threshold > 0 ? options.score_threshold : nil
        categoryAllowlist = try names(
            options.category_allowlist, Int(options.category_allowlist_count), "category_allowlist")
        categoryDenylist = try names(
            options.category_denylist, Int(options.category_denylist_count), "category_denylist")
    }
}

extension ModelSource {
    /// Reads base options in any of the layouts.
    init(_ base: UnsafeRawPointer, _ layout: OptionsLayout) throws(CallError) {
        // All layouts begin with the same fields.
        let common = base.assumingMemoryBound(to: MpBaseOptions.self)
        if layout == .third {
            guard (0...2).contains(common.pointee.delegate) else {
                throw CallError(.invalidArgument, "There is no delegate \(common.pointee.delegate).")
            }
        }
        let count = Int(common.pointee.model_asset_buffer_count)
        if let buffer = common.pointee.model_asset_buffer, count > 0 {
            self = .bytes(UnsafeRawBufferPointer(start: buffer, count: count), name: "model_asset_buffer")
        } else if layout == .third, common.pointee.file_descriptor > 0 {
            self = .descriptor(common.pointee.file_descriptor)
        } else if let path = common.pointee.model_asset_path, path.pointee != 0 {
            self = .file(path: try string(path, "model_asset_path"))
        } else {
            throw CallError(
                .invalidArgument,
                "ExternalFile must specify at least one of 'file_content', 'file_name', 'file_pointer_meta' or "
                    + "'file_descriptor_meta'.")
        }
    }
}

extension FrameOptions {
    /// Reads the options that MediaPipe's hand tasks support.
    init(_ options: UnsafePointer<MpImageProcessingOptions>?) throws(CallError) {
        self.init()
        guard let options else { return }
        guard options.pointee.rotation_degrees.isMultiple(of: 90) else {
            throw CallError(.invalidArgument, "Expected rotation to be a multiple of 90°.")
        }
        // Look only at the lowest byte, because some callers write only one byte of the number.
        guard options.pointee.has_region_of_interest & 0xFF == 0 else {
            throw CallError(.invalidArgument, "This task doesn't support region-of-interest.")
        }
        rotationDegrees = Int(options.pointee.rotation_degrees)
    }
}

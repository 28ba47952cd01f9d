import TegataBuffers
import TegataFormats
import TegataInference
import TegataPixels

/// Finds hands like a ``HandPipeline``, and recognises the gestures and actions that its options request. A program
/// that does not use this type contains no code for recognising gestures.
///
/// A pipeline must be used by only one thread at a time.
public final class GesturePipeline {
    private let hands: HandPipeline
    private let recognition: RecognitionStage

    /// The options with which the pipeline was created.
    public var options: HandPipelineOptions { hands.options }

    /// Creates a pipeline with its own sessions for `networks`, which run on the threads of `team`.
    public convenience init(
        _ networks: HandNetworks, options: HandPipelineOptions = HandPipelineOptions(), team: ThreadTeam
    ) throws(TegataError) {
        try self.init(HandPipeline(finding: networks, options: options, team: team), networks.gestures)
    }

    /// Creates a pipeline that recognises gestures with `networks`, and actions.
    convenience init(_ hands: HandPipeline, _ networks: GestureNetworks?) throws(TegataError) {
        do throws(GestureError) {
            var stage: GestureStage?
            if let gestures = hands.options.gestures {
                guard networks != nil || gestures.poses != nil else { throw .networksMissing }
                if let networks { stage = try GestureStage(networks, options: gestures, trace: hands.team.trace) }
            }
            try self.init(hands, gestures: stage)
        } catch { throw TegataError(error) }
    }

    /// Creates a pipeline that recognises the gestures and actions of the hands found by `hands`, which must not be
    /// used elsewhere.
    package convenience init(_ hands: HandPipeline, gestures: GestureStage?) throws(GestureError) {
        self.init(hands, try RecognitionStage(gestures, hands.options))
    }

    private init(_ hands: HandPipeline, _ recognition: RecognitionStage) {
        self.hands = hands
        self.recognition = recognition
    }

    // MARK: Images

    /// Finds the hands in an image, like ``HandPipeline/detect(_:frame:)``, and recognises their gestures.
    public func detect(_ image: ImageView, frame: FrameOptions = FrameOptions()) throws(TegataError)
        -> HandPipelineResult
    {
        var run = try FrameRun(image, frame)
        try hands.detect(&run, recognize: recognition.recognize)
        return hands.result(of: run)
    }

    /// Finds the palms in an image, like ``HandPipeline/detectPalms(_:frame:)``.
    public func detectPalms(_ image: ImageView, frame: FrameOptions = FrameOptions()) throws(TegataError)
        -> [PalmDetection]
    {
        try hands.detectPalms(image, frame: frame)
    }

    // MARK: Videos

    /// Finds the hands in a frame, like ``HandPipeline/track(_:milliseconds:frame:)``, with gestures, actions and
    /// events.
    public func track(
        _ image: ImageView, milliseconds: Milliseconds, frame: FrameOptions = FrameOptions()
    ) throws(TegataError) -> HandPipelineResult {
        var run = try FrameRun(image, frame)
        try hands.track(&run, milliseconds, recognize: recognition.recognize)
        let actions = recognition.actionEvents(&hands.results, of: hands.found, &run, milliseconds)
        let gestures = recognition.gestureEvents(hands.results, &run, milliseconds)
        return hands.result(of: run, gestureEvents: gestures, actionEvents: actions)
    }

    /// Finds the hands in a frame, like ``HandPipeline/track(_:frame:)``, with gestures, actions and events.
    public func track(
        _ image: ImageView, frame: FrameOptions = FrameOptions()
    ) throws(TegataError) -> HandPipelineResult {
        let result = try track(image, milliseconds: hands.video.ownMilliseconds, frame: frame)
        hands.video.countOwnTimestamp()
        return result
    }

    /// Forgets the video, so that the next frame may belong to another one and have any timestamp.
    public func resetTracking() {
        hands.resetTracking()
        recognition.reset()
    }
}

extension HandNetworks {
    /// Loads the networks of a bundle such as `gesture_recognizer.task`. If gestures are requested, the bundle must
    /// include networks for recognising them. `file` names the bundle in errors.
    ///
    /// The arithmetic of the networks is determined by `precision`, not by `options`.
    public init(
        bundle bytes: Bytes, file: String, includingGestures: Bool, options: NetworkOptions = NetworkOptions(),
        precision: HandPrecision = .single
    ) throws(TegataError) {
        let bundle: TaskBundle
        do { bundle = try TaskBundle(bytes: bytes, file: file) } catch { throw TegataError(error) }
        do {
            try self.init(bundle, includingGestures: includingGestures, options: options, precision: precision)
        } catch { throw TegataError(error) }
    }

    package init(
        _ bundle: TaskBundle, includingGestures: Bool, options: NetworkOptions = NetworkOptions(),
        precision: HandPrecision = .single
    ) throws(HandNetworksError) {
        try self.init(bundle, options: options, precision: precision)
        guard includingGestures else { return }
        var options = options
        options.precision = .single
        gestures = try GestureNetworks(bundle, options: options)
    }
}

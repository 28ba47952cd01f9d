import TegataBuffers
import TegataFormats
import TegataInference
import TegataPixels

/// Finds hands as a ``HandPipeline`` does, and recognises what they show and do, as far as its options ask for it. A
/// program without this type has no code that recognises gestures.
///
/// A pipeline is used by one thread at a time.
public final class GesturePipeline {
    private let hands: HandPipeline
    private let recognition: RecognitionStage

    /// What the pipeline was made with.
    public var options: HandPipelineOptions { hands.options }

    /// Makes a pipeline with sessions of its own for `networks`, whose runs `team` works on.
    public convenience init(
        _ networks: HandNetworks, options: HandPipelineOptions = HandPipelineOptions(), team: ThreadTeam
    ) throws(TegataError) {
        let hands = try HandPipeline(finding: networks, options: options, team: team)
        do throws(GestureError) {
            var stage: GestureStage?
            if let gestures = options.gestures {
                guard networks.gestures != nil || gestures.poses != nil else { throw .networksMissing }
                if let networks = networks.gestures { stage = try GestureStage(networks, options: gestures) }
            }
            try self.init(hands, gestures: stage)
        } catch { throw TegataError(error) }
    }

    /// Recognises what the hands of a pipeline show and do that nobody else uses.
    package convenience init(_ hands: HandPipeline, gestures: GestureStage?) throws(GestureError) {
        self.init(hands, try RecognitionStage(gestures, hands.options))
    }

    private init(_ hands: HandPipeline, _ recognition: RecognitionStage) {
        self.hands = hands
        self.recognition = recognition
    }

    // MARK: Pictures

    /// As ``HandPipeline/detect(_:frame:)``, with gestures.
    public func detect(_ image: ImageView, frame: FrameOptions = FrameOptions()) throws(TegataError)
        -> HandPipelineResult
    {
        var run = try FrameRun(image, frame)
        try hands.findHands(&run)
        try recognition.recognize(&hands.found, &run)
        hands.makeAnswers(run.frame)
        return hands.result(of: run)
    }

    /// As ``HandPipeline/detectPalms(_:frame:)``.
    public func detectPalms(_ image: ImageView, frame: FrameOptions = FrameOptions()) throws(TegataError)
        -> [PalmDetection]
    {
        try hands.detectPalms(image, frame: frame)
    }

    // MARK: Videos

    /// As ``HandPipeline/track(_:milliseconds:frame:)``, with gestures, actions and events.
    public func track(
        _ image: ImageView, milliseconds: Milliseconds, frame: FrameOptions = FrameOptions()
    ) throws(TegataError) -> HandPipelineResult {
        var run = try FrameRun(image, frame)
        try hands.findNextHands(&run, milliseconds)
        // What may fail comes before the video goes on.
        do throws(TegataError) { try recognition.recognize(&hands.found, &run) } catch {
            hands.abandonFrame()
            throw error
        }
        hands.advance(&run, milliseconds)
        let actions = recognition.actionEvents(&hands.answers, of: hands.found, &run, milliseconds)
        let gestures = recognition.gestureEvents(hands.answers, &run, milliseconds)
        return hands.result(of: run, gestureEvents: gestures, actionEvents: actions)
    }

    /// As ``HandPipeline/track(_:frame:)``, with gestures, actions and events.
    public func track(
        _ image: ImageView, frame: FrameOptions = FrameOptions()
    ) throws(TegataError) -> HandPipelineResult {
        let result = try track(image, milliseconds: hands.video.ownMilliseconds, frame: frame)
        hands.video.countOwnTimestamp()
        return result
    }

    /// Forgets the video, so that the next frame may be of another one and have any timestamp.
    public func resetTracking() {
        hands.resetTracking()
        recognition.reset()
    }
}

extension HandNetworks {
    /// Loads the networks of a bundle such as `gesture_recognizer.task`, of which those for gestures must be there if
    /// they are asked for; `file` names it in errors.
    ///
    /// What the networks compute with is what `precision` says, not `options`.
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

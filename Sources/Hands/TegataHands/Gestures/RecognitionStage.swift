import CTegataShims
import TegataBuffers
import TegataClassifiers

/// Recognises gestures, custom poses and actions of hands and, in videos, when these begin and end.
final class RecognitionStage {
    private let options: HandPipelineOptions
    private let handNaming: HandNaming
    /// The gesture stage; nil if there are no gesture networks.
    private let gestures: GestureStage?
    /// The stage for custom poses; nil unless they are requested.
    private let poses: PoseStage?
    private var events = GestureEvents()
    /// The recogniser of actions; nil unless they are requested.
    private var actions: HandActions?

    convenience init(_ gestures: GestureStage?, _ options: HandPipelineOptions) throws(GestureError) {
        try options.gestures?.check()
        let poses = try options.gestures?.poses.map { poses throws(GestureError) in
            try PoseStage(poses, options: options.gestures?.custom ?? GestureClassifierOptions())
        }
        self.init(
            options: options, handNaming: PipelineVariant(options).handNaming, gestures: gestures, poses: poses,
            actions: options.actions.map { HandActions($0) })
    }

    /// This initialiser does no work, because a program that uses one of a module's classes includes the initialisers
    /// of all its classes.
    private init(
        options: HandPipelineOptions, handNaming: HandNaming, gestures: GestureStage?, poses: PoseStage?,
        actions: HandActions?
    ) {
        self.options = options
        self.handNaming = handNaming
        self.gestures = gestures
        self.poses = poses
        self.actions = actions
    }

    /// Recognises the gestures of the hands that were found, with the pixels as the stages see them.
    func recognize(_ found: inout [FoundHand], _ run: inout FrameRun) throws(TegataError) {
        guard gestures != nil || poses != nil else { return }
        let start = tegata_monotonic_nanoseconds()
        let frame = run.frame
        let rotation = regionRotation(degrees: frame.rotationDegrees)
        for index in found.indices {
            let hand = found[index].hand
            var recognized = RecognizedGesture(gesture: nil, details: nil)
            if let gestures {
                do throws(GestureError) {
                    recognized = gestures.run(
                        try GestureFeatures(
                            landmarks: hand.landmarks, worldLandmarks: hand.worldLandmarks,
                            handedness: hand.handedness, handednessScore: hand.handednessScore, size: frame.size,
                            rotation: rotation))
                } catch { throw TegataError(error) }
            }
            if let pose = poses?.run(keyPoints(hand, frame)) {
                recognized = recognized.behind(pose, hasDetails: options.gestures?.returnsDetails ?? false)
            }
            found[index].hand.gesture = recognized.gesture
            found[index].hand.gestureDetails = recognized.details
        }
        run.timings.gestures += tegata_monotonic_nanoseconds() - start
    }

    /// Sets the actions in the results for a video frame, and returns the actions that have begun.
    func actionEvents(
        _ results: inout [HandResult], of found: [FoundHand], _ run: inout FrameRun, _ milliseconds: Milliseconds
    ) -> [ActionEvent] {
        guard actions != nil else { return [] }
        let start = tegata_monotonic_nanoseconds()
        let frame = run.frame
        let points = found.indices.map { index in
            var hand = found[index].hand
            if options.tracking.averagesHandedness {
                hand.rightProbability = handNaming.rightProbability(
                    results[index].rightProbability, isMirrored: frame.isMirrored)
            }
            return keyPoints(hand, frame)
        }
        let events = actions?.update(&results, keyPoints: points, milliseconds: milliseconds) ?? []
        run.timings.gestures += tegata_monotonic_nanoseconds() - start
        return events
    }

    /// Returns the gestures that begin, continue or end in a video frame.
    func gestureEvents(
        _ results: [HandResult], _ run: inout FrameRun, _ milliseconds: Milliseconds
    ) -> [GestureEvent] {
        guard let options = options.gestures?.events else { return [] }
        let start = tegata_monotonic_nanoseconds()
        let events = events.update(results, milliseconds: milliseconds, options: options)
        run.timings.gestures += tegata_monotonic_nanoseconds() - start
        return events
    }

    /// Forgets the video.
    func reset() {
        events.removeAll()
        actions?.removeAll()
    }

    /// Returns the input for key point classifiers for a hand that was found.
    private func keyPoints(_ hand: HandResult, _ frame: PipelineFrame) -> HandKeyPoints {
        HandKeyPoints(
            hand, width: Int(frame.size.width), height: Int(frame.size.height), rotationDegrees: frame.rotationDegrees)
    }
}

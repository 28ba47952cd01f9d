import CTegataShims
import TegataBuffers
import TegataClassifiers
import TegataInference
import TegataKernelABI
import TegataKernelSelection

/// Finds hands and their points in pictures and videos, with MediaPipe's numbers.
///
/// A pipeline is used by one thread at a time. It allocates its memory when it is made and on the first frames; after
/// that only answers that are kept. Several pipelines may share one set of networks.
public final class HandPipeline {
    /// What the pipeline was made with.
    public let options: HandPipelineOptions
    let rules: GraphRules
    let palmStage: PalmStage
    let handStage: HandStage
    /// Nil unless gestures are asked for.
    private let gestureStage: GestureStage?
    /// Nil unless own poses are asked for.
    private let poseStage: PoseStage?

    /// Hands of the current picture.
    var found: [FoundHand] = []
    var rectangles: [HandRectangle] = []
    /// What is returned of them. Its memory is used again unless the caller still has the last answer.
    private var answers: [HandResult] = []
    var video: VideoState
    var stillTiles = TileLayout()
    /// Nil unless tiles may be left out.
    let glance: TileGlance?
    let team: ThreadTeam

    /// Makes a pipeline with sessions of its own for `networks`, whose runs `team` works on.
    public convenience init(
        _ networks: HandNetworks, options: HandPipelineOptions = HandPipelineOptions(), team: ThreadTeam
    ) throws(TegataError) {
        let kernels: KernelSet
        // The networks run on this level, so this machine has it.
        do { kernels = try kernelSet(named: networks.palmDetector.level) } catch { throw TegataError(error) }
        var gestures: GestureStage?
        if let options = options.gestures {
            guard networks.gestures != nil || options.poses != nil else {
                throw TegataError(GestureError.networksMissing)
            }
            do {
                gestures = try networks.gestures.map { networks throws(GestureError) in
                    try GestureStage(networks, options: options)
                }
            } catch { throw TegataError(error) }
        }
        // What palms leave has been decoded when hands are looked at, and the other way round.
        let memory = SessionMemory(for: [networks.palmDetector, networks.handLandmarks], team: team)
        do {
            try self.init(
                palmDetector: NetworkRunner(networks.palmDetector, team: team, in: memory),
                palmInput: networks.palmInput,
                handLandmarks: NetworkRunner(networks.handLandmarks, team: team, in: memory),
                handInput: networks.handInput,
                gestures: gestures, options: options, kernels: kernels, team: team)
        } catch { throw TegataError(error) }
    }

    package init(
        palmDetector: NetworkRunner, palmInput: ImageInput = .unitRange, handLandmarks: NetworkRunner,
        handInput: ImageInput = .unitRange, gestures: GestureStage? = nil, options: HandPipelineOptions,
        kernels: KernelSet,
        team: ThreadTeam
    ) throws(HandPipelineError) {
        try options.check()
        self.options = options
        rules = GraphRules(options)
        let palmWarp = TensorWarp(
            to: palmDetector.inputs[0], side: ImageInput.palmSide, input: palmInput, border: .black,
            corners: rules.corners, kernels: kernels, team: team)
        palmStage = PalmStage(
            palmDetector, warp: palmWarp, team: team, minimumScore: options.minimumDetectionConfidence,
            minimumTileScore: options.search.minimumTileConfidence, placement: rules.palmPlacement,
            target: rules.palmTarget)
        let handWarp = TensorWarp(
            to: handLandmarks.inputs[0], side: ImageInput.handSide, input: handInput, border: .replicated,
            corners: rules.corners, kernels: kernels, team: team)
        handStage = HandStage(
            handLandmarks, warp: handWarp, team: team, cropFit: rules.handCropFit,
            minimumPresence: rules.minimumPresence)
        gestureStage = gestures
        do throws(GestureError) {
            poseStage = try options.gestures?.poses.map { poses throws(GestureError) in
                try PoseStage(poses, options: options.gestures?.custom ?? GestureClassifierOptions())
            }
        } catch { throw .gestures(error) }
        video = VideoState(actions: options.actions.map { HandActions($0) })
        glance =
            options.search.area != .whole && options.search.skipsUnchanged
            ? TileGlance(kernels: kernels, team: team) : nil
        self.team = team
        reserveMemory()
    }

    /// So that frames ask for none, unless very many hands are looked for.
    private func reserveMemory() {
        let count = min(options.maximumHandCount, 64)
        found.reserveCapacity(count)
        rectangles.reserveCapacity(2 * count)
        answers.reserveCapacity(count)
        video.reserveCapacity(count, followsHands: options.followsHands)
    }

    // MARK: Pictures

    /// Finds the hands of a picture that has nothing to do with any other; does not disturb a video.
    public func detect(_ image: ImageView, frame: FrameOptions = FrameOptions()) throws(TegataError)
        -> HandPipelineResult
    {
        let start = tegata_monotonic_nanoseconds()
        var timings = StageTimings()
        let frame = try PipelineFrame(image, frame)
        if try usesTiles(frame) {
            findPalmsInTiles(frame, &timings)
            rules.stillJoining.join(chosenPalms(options.tiledCandidateLimit), [], into: &rectangles)
            findHands(frame, &timings, limit: options.tiledCandidateLimit)
            confirmHands(behind: 0, frame, &timings)
            dropDuplicates(frame, &timings)
            dropInnerHands(behind: 0, frame, &timings)
        } else {
            palmStage.run(frame, &timings)
            rules.stillJoining.join(chosenPalms(options.maximumHandCount), [], into: &rectangles)
            findHands(frame, &timings, limit: rules.regionLimit)
            if options.tracking.refinesStills { refineHands(frame, &timings) }
            dropDuplicates(frame, &timings)
        }
        try recognizeGestures(frame, &timings)
        makeAnswers(frame)
        timings.total = tegata_monotonic_nanoseconds() - start
        return HandPipelineResult(hands: answers, timings: timings)
    }

    /// Finds the palms of a picture by falling score, all that score high enough.
    public func detectPalms(_ image: ImageView, frame: FrameOptions = FrameOptions()) throws(TegataError)
        -> [PalmDetection]
    {
        let frame = try PipelineFrame(image, frame)
        var timings = StageTimings()
        if try usesTiles(frame) {
            findPalmsInTiles(frame, &timings)
        } else {
            palmStage.run(frame, &timings)
        }
        return palmStage.palms.map { frame.placement.outer($0) }
    }

    // MARK: Videos

    /// Finds the hands of the next frame of a video: where the last frame's were, and new ones while there are fewer
    /// than asked for.
    public func track(
        _ image: ImageView, milliseconds: Milliseconds, frame: FrameOptions = FrameOptions()
    ) throws(TegataError) -> HandPipelineResult {
        let start = tegata_monotonic_nanoseconds()
        var timings = StageTimings()
        let frame = try PipelineFrame(image, frame)
        if let last = video.milliseconds, milliseconds <= last {
            throw TegataError(HandPipelineError.timestamp(milliseconds: milliseconds, last: last))
        }
        let usesTiles = try usesTiles(frame)
        video.move(to: frame.placement)

        let tracked = video.rectangles.count
        let isDue = video.isDetectionDue(options.tracking.detectionInterval)
        let looksForPalms = tracked < options.maximumHandCount && isDue
        if usesTiles {
            trackInTiles(frame, &timings, looksForPalms: looksForPalms)
        } else {
            var palms: ArraySlice<PalmDetection> = []
            if looksForPalms {
                palmStage.run(frame, &timings)
                palms = chosenPalms(options.maximumHandCount)
            }
            rules.videoJoining.join(palms, video.rectangles, into: &rectangles)
            findHands(frame, &timings, limit: rules.regionLimit)
            dropDuplicates(frame, &timings)
        }
        // What may fail comes before the video goes on.
        do throws(TegataError) { try recognizeGestures(frame, &timings) } catch {
            // Hands in those that were looked at are not known of.
            video.tiles.forget()
            throw error
        }
        video.milliseconds = milliseconds
        video.framesSinceDetection = (looksForPalms ? 0 : video.framesSinceDetection) + 1
        video.hasLostHand = found.count < tracked
        video.rectangles.removeAll(keepingCapacity: true)
        for hand in found { video.rectangles.append(hand.nextRectangle) }
        makeAnswers(frame)
        if options.followsHands {
            timings.handDecoding += nanoseconds {
                video.tracks.update(
                    &answers, milliseconds: milliseconds, size: frame.wholeSize, options: options)
            }
        }
        var actionEvents: [ActionEvent] = []
        if video.actions != nil {
            timings.gestures += nanoseconds {
                let points = found.indices.map { index in
                    var hand = found[index].hand
                    if options.tracking.averagesHandedness {
                        hand.rightProbability = rules.handNaming.rightProbability(
                            answers[index].rightProbability, isMirrored: frame.isMirrored)
                    }
                    return keyPoints(hand, frame)
                }
                actionEvents = video.actions?.update(&answers, keyPoints: points, milliseconds: milliseconds) ?? []
            }
        }
        var events: [GestureEvent] = []
        if let eventOptions = options.gestures?.events {
            timings.gestures += nanoseconds {
                events = video.gestureEvents.update(answers, milliseconds: milliseconds, options: eventOptions)
            }
        }
        timings.total = tegata_monotonic_nanoseconds() - start
        return HandPipelineResult(
            hands: answers, gestureEvents: events, actionEvents: actionEvents, timings: timings)
    }

    /// The same for frames without timestamps: each counts as 33 333 µs after the one before, also behind
    /// ``resetTracking()``.
    public func track(
        _ image: ImageView, frame: FrameOptions = FrameOptions()
    ) throws(TegataError) -> HandPipelineResult {
        let result = try track(image, milliseconds: video.ownMilliseconds, frame: frame)
        video.countOwnTimestamp()
        return result
    }

    /// Forgets the video, so that the next frame may be of another one and have any timestamp.
    public func resetTracking() {
        video.reset()
    }

    /// Goes on as if the hands of the last frame were in these regions of the picture by now.
    package func continueTracking(in regions: [HandRectangle]) {
        video.move(to: FramePlacement())
        video.rectangles = regions
    }

    // MARK: Steps

    /// The palms that count, `count` at most.
    func chosenPalms(_ count: Int) -> ArraySlice<PalmDetection> {
        if options.tracking.prefersLargeHands { palmStage.putLargestFirst(count) }
        return palmStage.palms.prefix(count)
    }

    private func findHands(_ frame: PipelineFrame, _ timings: inout StageTimings, limit: Int) {
        found.removeAll(keepingCapacity: true)
        rectangles.removeLast(max(0, rectangles.count - limit))
        rectangles.removeAll { $0.isEmpty }
        handStage.run(frame, rectangles[...], &timings, to: &found)
    }

    /// Looks once more at each hand, in a crop made from its landmarks.
    private func refineHands(_ frame: PipelineFrame, _ timings: inout StageTimings) {
        for index in found.indices {
            let rectangle = found[index].nextRectangle
            if let hand = handStage.run(frame, rectangle, &timings) {
                found[index] = hand
            }
        }
    }

    func dropDuplicates(_ frame: PipelineFrame, _ timings: inout StageTimings) {
        guard rules.dropsDuplicates else { return }
        timings.handDecoding += nanoseconds {
            var kept = 0
            for index in found.indices {
                let landmarks = found[index].hand.landmarks
                var isDuplicate = false
                for earlier in 0..<kept where frame.size.areDuplicates(landmarks, found[earlier].hand.landmarks) {
                    isDuplicate = true
                    break
                }
                if !isDuplicate {
                    found[kept] = found[index]
                    kept += 1
                }
            }
            found.removeLast(found.count - kept)
        }
    }

    /// Recognises what the found hands show, as the picture that was looked at shows them.
    private func recognizeGestures(
        _ frame: PipelineFrame, _ timings: inout StageTimings
    ) throws(TegataError) {
        guard gestureStage != nil || poseStage != nil else { return }
        let start = tegata_monotonic_nanoseconds()
        let rotation = regionRotation(degrees: frame.rotationDegrees)
        for index in found.indices {
            let hand = found[index].hand
            var recognized = RecognizedGesture(gesture: nil, details: nil)
            if let gestureStage {
                do throws(GestureError) {
                    recognized = gestureStage.run(
                        try GestureFeatures(
                            landmarks: hand.landmarks, worldLandmarks: hand.worldLandmarks,
                            handedness: hand.handedness, handednessScore: hand.handednessScore, size: frame.size,
                            rotation: rotation))
                } catch { throw TegataError(error) }
            }
            if let pose = poseStage?.run(keyPoints(hand, frame)) {
                recognized = recognized.behind(pose, hasDetails: options.gestures?.returnsDetails ?? false)
            }
            found[index].hand.gesture = recognized.gesture
            found[index].hand.gestureDetails = recognized.details
        }
        timings.gestures += tegata_monotonic_nanoseconds() - start
    }

    /// What classifiers of key points see of a hand that was found.
    private func keyPoints(_ hand: HandResult, _ frame: PipelineFrame) -> HandKeyPoints {
        HandKeyPoints(
            hand, width: Int(frame.size.width), height: Int(frame.size.height), rotationDegrees: frame.rotationDegrees)
    }

    private func makeAnswers(_ frame: PipelineFrame) {
        answers.removeAll(keepingCapacity: true)
        let fit = options.metric.map { MetricFit($0, frame.camera ?? $0.camera, frame.wholeSize) }
        for found in found {
            var hand = frame.placement.outer(found.hand)
            hand.graph = options.graph
            hand.rightProbability = rules.handNaming.rightProbability(
                hand.rightProbability, isMirrored: frame.isMirrored)
            if let fit {
                let isRight = found.hand.rightProbability >= 0.5
                hand.metric = fit.hand(hand, isShownAsRight: isRight != frame.placement.isMirrored)
            }
            answers.append(hand)
        }
    }
}

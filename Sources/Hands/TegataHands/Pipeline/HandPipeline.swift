import CTegataShims
import TegataBuffers
import TegataInference
import TegataKernelABI
import TegataKernelSelection

/// Finds hands and their points in pictures and videos, with MediaPipe's numbers. A ``GesturePipeline`` also recognises
/// what they show and do.
///
/// A pipeline is used by one thread at a time. It allocates its memory when it is made and on the first frames; after
/// that only answers that are kept. Several pipelines may share one set of networks.
public final class HandPipeline {
    /// What the pipeline was made with.
    public let options: HandPipelineOptions
    let rules: PipelineVariant
    let palmStage: PalmStage
    let handStage: HandStage

    /// Hands of the current picture.
    var found: [FoundHand] = []
    var rectangles: [HandRectangle] = []
    /// What is returned of them. Its memory is used again unless the caller still has the last answer.
    var answers: [HandResult] = []
    /// The palms that count, which are returned, too.
    private var palms: [PalmDetection] = []
    var video = VideoState()
    var stillTiles = TileLayout()
    /// Nil unless tiles may be left out.
    let glance: TileChangeDetector?
    let team: ThreadTeam

    /// Makes a pipeline with sessions of its own for `networks`, whose runs `team` works on. Gestures and actions must
    /// not be asked for.
    public convenience init(
        _ networks: HandNetworks, options: HandPipelineOptions = HandPipelineOptions(), team: ThreadTeam
    ) throws(TegataError) {
        guard !options.recognizes else { throw TegataError(HandPipelineError.recognition) }
        try self.init(finding: networks, options: options, team: team)
    }

    /// The same for who recognises what the hands show and do.
    convenience init(
        finding networks: HandNetworks, options: HandPipelineOptions, team: ThreadTeam
    ) throws(TegataError) {
        let kernels: KernelSet
        // The networks run on this level, so this machine has it.
        do { kernels = try kernelSet(named: networks.palmDetector.level) } catch { throw TegataError(error) }
        // What palms leave has been decoded when hands are looked at, and the other way round.
        let memory = SessionMemory(for: [networks.palmDetector, networks.handLandmarks], team: team)
        do {
            try self.init(
                palmDetector: NetworkRunner(networks.palmDetector, team: team, in: memory),
                palmInput: networks.palmInput,
                handLandmarks: NetworkRunner(networks.handLandmarks, team: team, in: memory),
                handInput: networks.handInput, options: options, kernels: kernels, team: team)
        } catch { throw TegataError(error) }
    }

    package init(
        palmDetector: NetworkRunner, palmInput: ImageInput = .unitRange, handLandmarks: NetworkRunner,
        handInput: ImageInput = .unitRange, options: HandPipelineOptions, kernels: KernelSet, team: ThreadTeam
    ) throws(HandPipelineError) {
        try options.check()
        self.options = options
        rules = PipelineVariant(options)
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
        glance =
            options.search.area != .whole && options.search.skipsUnchanged
            ? TileChangeDetector(kernels: kernels, team: team) : nil
        self.team = team
        reserveMemory()
    }

    /// So that frames ask for none, unless very many hands are looked for.
    private func reserveMemory() {
        let count = min(options.maximumHandCount, 64)
        found.reserveCapacity(count)
        rectangles.reserveCapacity(2 * count)
        answers.reserveCapacity(count)
        palms.reserveCapacity(options.search.area == .whole ? count : min(options.tiledCandidateLimit, 64))
        video.reserveCapacity(count, followsHands: options.followsHands)
    }

    // MARK: Pictures

    /// Finds the hands of a picture that has nothing to do with any other; does not disturb a video.
    public func detect(_ image: ImageView, frame: FrameOptions = FrameOptions()) throws(TegataError)
        -> HandPipelineResult
    {
        var run = try FrameRun(image, frame)
        try findHands(&run)
        makeAnswers(run.frame)
        return result(of: run)
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
        var run = try FrameRun(image, frame)
        try findNextHands(&run, milliseconds)
        advance(&run, milliseconds)
        return result(of: run)
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

    /// Puts the hands of a picture into ``found``.
    func findHands(_ run: inout FrameRun) throws(TegataError) {
        palms.removeAll(keepingCapacity: true)
        let frame = run.frame
        if try usesTiles(frame) {
            findPalmsInTiles(frame, &run.timings)
            rules.stillJoining.join(choosePalms(options.tiledCandidateLimit, frame), [], into: &rectangles)
            findHands(frame, &run.timings, limit: options.tiledCandidateLimit)
            confirmHands(behind: 0, frame, &run.timings)
            dropDuplicates(frame, &run.timings)
            dropInnerHands(behind: 0, frame, &run.timings)
        } else {
            palmStage.run(frame, &run.timings)
            rules.stillJoining.join(choosePalms(options.maximumHandCount, frame), [], into: &rectangles)
            findHands(frame, &run.timings, limit: rules.regionLimit)
            if options.tracking.refinesStills { refineHands(frame, &run.timings) }
            dropDuplicates(frame, &run.timings)
        }
    }

    /// Puts the hands of a video's next frame into ``found``; the video goes on with ``advance(_:_:)``, or without the
    /// frame after ``abandonFrame()``.
    func findNextHands(_ run: inout FrameRun, _ milliseconds: Milliseconds) throws(TegataError) {
        let frame = run.frame
        if let last = video.milliseconds, milliseconds <= last {
            throw TegataError(HandPipelineError.timestamp(milliseconds: milliseconds, last: last))
        }
        let usesTiles = try usesTiles(frame)
        palms.removeAll(keepingCapacity: true)
        video.move(to: frame.placement)
        if usesTiles {
            trackInTiles(frame, &run.timings, looksForPalms: looksForPalms)
        } else {
            var palms: ArraySlice<PalmDetection> = []
            if looksForPalms {
                palmStage.run(frame, &run.timings)
                palms = choosePalms(options.maximumHandCount, frame)
            }
            rules.videoJoining.join(palms, video.rectangles, into: &rectangles)
            findHands(frame, &run.timings, limit: rules.regionLimit)
            dropDuplicates(frame, &run.timings)
        }
    }

    /// Whether new hands are looked for in the video's next frame.
    private var looksForPalms: Bool {
        video.rectangles.count < options.maximumHandCount && video.isDetectionDue(options.tracking.detectionInterval)
    }

    /// The next frame is not used after all: hands in tiles that were looked at are not known of.
    func abandonFrame() {
        video.tiles.forget()
    }

    /// Takes the hands that were found into the video, and makes ``answers`` of them.
    func advance(_ run: inout FrameRun, _ milliseconds: Milliseconds) {
        video.framesSinceDetection = (looksForPalms ? 0 : video.framesSinceDetection) + 1
        video.milliseconds = milliseconds
        video.hasLostHand = found.count < video.rectangles.count
        video.rectangles.removeAll(keepingCapacity: true)
        for hand in found { video.rectangles.append(hand.nextROI) }
        makeAnswers(run.frame)
        guard options.followsHands else { return }
        let size = run.frame.wholeSize
        run.timings.handDecoding += nanoseconds {
            video.tracks.update(&answers, milliseconds: milliseconds, size: size, options: options)
        }
    }

    /// What has become of a frame.
    func result(
        of run: FrameRun, gestureEvents: [GestureEvent] = [], actionEvents: [ActionEvent] = []
    ) -> HandPipelineResult {
        HandPipelineResult(
            hands: answers, palms: palms, gestureEvents: gestureEvents, actionEvents: actionEvents,
            timings: run.finalTimings)
    }

    /// The palms that count, `count` at most.
    func choosePalms(_ count: Int, _ frame: PipelineFrame) -> ArraySlice<PalmDetection> {
        if options.tracking.prefersLargeHands { palmStage.putLargestFirst(count) }
        let chosen = palmStage.palms.prefix(count)
        for palm in chosen { palms.append(frame.placement.outer(palm)) }
        return chosen
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
            let rectangle = found[index].nextROI
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

    func makeAnswers(_ frame: PipelineFrame) {
        answers.removeAll(keepingCapacity: true)
        let fit = options.metric.map { MetricFit($0, frame.camera ?? $0.camera, frame.wholeSize) }
        for found in found {
            var hand = frame.placement.outer(found.hand)
            hand.graph = options.graph
            hand.rightProbability = rules.handNaming.rightProbability(
                hand.rightProbability, isMirrored: frame.isMirrored)
            hand.aspectRatio = frame.wholeSize.width / frame.wholeSize.height
            let isShownAsRight = (found.hand.rightProbability >= 0.5) != frame.placement.isMirrored
            hand.isShownMirrored = isShownAsRight != (hand.handedness == .right)
            if let fit { hand.metric = fit.hand(hand, isShownAsRight: isShownAsRight) }
            answers.append(hand)
        }
    }
}

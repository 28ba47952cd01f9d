import CTegataShims
import TegataBuffers
import TegataInference
import TegataKernelABI
import TegataKernelSelection

/// Finds hands and their points in images and videos, with the same numerical results as MediaPipe. A
/// ``GesturePipeline`` also recognises gestures and actions.
///
/// A pipeline must be used by only one thread at a time. It allocates memory when it is created and for the first
/// frames; after that, only for results that the caller keeps. Several pipelines may share a set of networks.
public final class HandPipeline {
    /// The options with which the pipeline was created.
    public let options: HandPipelineOptions
    let variant: PipelineVariant
    let palmStage: PalmStage
    let handStage: HandStage

    /// The hands in the current image.
    var found: [FoundHand] = []
    var rectangles: [HandRectangle] = []
    /// The results to return. Their memory is reused unless the caller still holds the previous result.
    var results: [HandResult] = []
    /// The palms that qualify, which are also returned.
    private var palms: [PalmDetection] = []
    var video = VideoState()
    var stillTiles = TileLayout()
    var views = ImageViews()
    /// The detector for unchanged tiles; nil unless tiles may be skipped.
    let changeDetector: TileChangeDetector?
    let team: ThreadTeam
    /// The networks that the caller runs.
    let external: [ExternalRunner]

    /// Creates a pipeline with its own sessions for `networks`, which run on the threads of `team`. The options must
    /// not request gestures or actions.
    public convenience init(
        _ networks: HandNetworks, options: HandPipelineOptions = HandPipelineOptions(), team: ThreadTeam
    ) throws(TegataError) {
        guard !options.recognizes else { throw TegataError(HandPipelineError.recognition) }
        try self.init(finding: networks, options: options, team: team)
    }

    /// Creates a pipeline for a caller that recognises gestures and actions itself.
    convenience init(
        finding networks: HandNetworks, options: HandPipelineOptions, team: ThreadTeam
    ) throws(TegataError) {
        let kernels: KernelSet
        // This machine supports the level, because the networks run at it.
        do { kernels = try kernelSet(named: networks.palmDetector.level) } catch { throw TegataError(error) }
        // The networks can share memory, because the outputs of one are decoded before the other is run.
        let memory = SessionMemory(for: [networks.palmDetector, networks.handLandmarks], team: team)
        do {
            try self.init(
                palmDetector: NetworkRunner(networks.palmDetector, "palm network", team: team, in: memory),
                palmInput: networks.palmInput,
                handLandmarks: NetworkRunner(networks.handLandmarks, "landmark network", team: team, in: memory),
                handInput: networks.handInput, options: options, kernels: kernels, team: team)
        } catch { throw TegataError(error) }
    }

    package init(
        palmDetector: NetworkRunner, palmInput: ImageInput = .unitRange, handLandmarks: NetworkRunner,
        handInput: ImageInput = .unitRange, options: HandPipelineOptions, kernels: KernelSet, team: ThreadTeam
    ) throws(HandPipelineError) {
        try options.check()
        self.options = options
        variant = PipelineVariant(options)
        let palmWarp = TensorWarp(
            to: palmDetector.inputs[0], encoder: palmDetector.encoder, side: ImageInput.palmSide, input: palmInput,
            border: .black,
            corners: variant.corners, kernels: kernels, team: team)
        palmStage = PalmStage(
            palmDetector, warp: palmWarp, team: team, minimumScore: options.minimumDetectionConfidence,
            minimumTileScore: options.search.minimumTileConfidence, placement: variant.palmPlacement,
            target: variant.palmTarget, angles: variant.angles)
        let handWarp = TensorWarp(
            to: handLandmarks.inputs[0], encoder: handLandmarks.encoder, side: ImageInput.handSide, input: handInput,
            border: .replicated,
            corners: variant.corners, kernels: kernels, team: team)
        handStage = HandStage(
            handLandmarks, warp: handWarp, team: team, cropFit: variant.handCropFit,
            minimumPresence: variant.minimumPresence, angles: variant.angles)
        changeDetector =
            options.search.mayUseTiles && options.search.skipsUnchanged
            ? TileChangeDetector(kernels: kernels, team: team) : nil
        self.team = team
        external = [palmDetector.external, handLandmarks.external].compactMap { $0 }
        reserveMemory()
    }

    /// Reserves memory, so that processing a frame allocates none unless a very large number of hands is requested.
    private func reserveMemory() {
        let count = min(options.maximumHandCount, 64)
        found.reserveCapacity(count)
        rectangles.reserveCapacity(2 * count)
        results.reserveCapacity(count)
        palms.reserveCapacity(options.search.area == .whole ? count : min(options.tiledCandidateLimit, 64))
        video.reserveCapacity(count, followsHands: options.followsHands)
    }

    // MARK: Images

    /// Finds the hands in an image that is independent of all others; does not affect a video in progress.
    public func detect(_ image: ImageView, frame: FrameOptions = FrameOptions()) throws(TegataError)
        -> HandPipelineResult
    {
        var run = try FrameRun(image, frame)
        try detect(&run) { _, _ throws(TegataError) in }
        return result(of: run)
    }

    /// Returns all palms in an image that score high enough, in descending order of score.
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
        try checkNetworks()
        return palmStage.palms.map { frame.placement.outer($0) }
    }

    // MARK: Videos

    /// Finds the hands in the next frame of a video: near the previous frame's hands, and new hands while there are
    /// fewer than requested.
    public func track(
        _ image: ImageView, milliseconds: Milliseconds, frame: FrameOptions = FrameOptions()
    ) throws(TegataError) -> HandPipelineResult {
        var run = try FrameRun(image, frame)
        try track(&run, milliseconds) { _, _ throws(TegataError) in }
        return result(of: run)
    }

    /// Finds the hands in the next frame of a video without timestamps. Each frame is assumed to be 33 333 µs after the
    /// previous one, even after ``resetTracking()``.
    public func track(
        _ image: ImageView, frame: FrameOptions = FrameOptions()
    ) throws(TegataError) -> HandPipelineResult {
        let result = try track(image, milliseconds: video.ownMilliseconds, frame: frame)
        video.countOwnTimestamp()
        return result
    }

    /// Forgets the video, so that the next frame may belong to another one and have any timestamp.
    public func resetTracking() {
        video.reset()
    }

    /// Continues as if the hands of the last frame were now in these regions of the image.
    package func continueTracking(in regions: [HandRectangle]) {
        video.move(to: FramePlacement())
        video.rectangles = regions
    }

    // MARK: Steps

    /// A function that recognises gestures and actions and adds them to the hands found in a frame.
    typealias Recognition = (inout [FoundHand], inout FrameRun) throws(TegataError) -> Void

    /// Finds the hands in an image, and creates ``results`` from them and from what `recognize` adds.
    func detect(_ run: inout FrameRun, recognize: Recognition) throws(TegataError) {
        try findHands(&run)
        try checkNetworks()
        try recognize(&found, &run)
        makeResults(run.frame, SkeletonStage(options, run.frame))
    }

    /// Finds the hands in the next frame of a video, and creates ``results`` from them and from what `recognize` adds.
    /// If a network or `recognize` fails, tracking continues as if the frame had been skipped.
    func track(
        _ run: inout FrameRun, _ milliseconds: Milliseconds, recognize: Recognition
    ) throws(TegataError) {
        try findNextHands(&run, milliseconds)
        do throws(TegataError) {
            try checkNetworks()
            try recognize(&found, &run)
        } catch {
            // The hands that were found in these tiles are lost.
            video.tiles.forget()
            throw error
        }
        advance(&run, milliseconds)
    }

    /// Throws if a network that the caller runs has failed since the last call.
    private func checkNetworks() throws(TegataError) {
        for network in external { try network.throwFailure() }
    }

    /// Stores the hands in an image in ``found``.
    private func findHands(_ run: inout FrameRun) throws(TegataError) {
        palms.removeAll(keepingCapacity: true)
        let frame = run.frame
        if try usesTiles(frame) {
            findPalmsInTiles(frame, &run.timings)
            variant.stillJoining.join(choosePalms(options.tiledCandidateLimit, frame), [], into: &rectangles)
            findHands(frame, &run.timings, limit: options.tiledCandidateLimit)
            confirmHands(behind: 0, frame, &run.timings)
            dropDuplicates(frame, &run.timings)
            dropInnerHands(behind: 0, frame, &run.timings)
        } else {
            palmStage.run(frame, &run.timings)
            variant.stillJoining.join(choosePalms(options.maximumHandCount, frame), [], into: &rectangles)
            findHands(frame, &run.timings, limit: variant.regionLimit)
            let isThorough = options.search.area == .thorough
            if options.tracking.refinesStills || isThorough { refineHands(frame, &run.timings) }
            dropDuplicates(frame, &run.timings)
            if isThorough {
                dropInnerHands(behind: 0, frame, &run.timings)
                findHandsInViews(frame, &run.timings)
            }
        }
    }

    /// Stores the hands in the next frame of a video in ``found``.
    private func findNextHands(_ run: inout FrameRun, _ milliseconds: Milliseconds) throws(TegataError) {
        let frame = run.frame
        if let last = video.milliseconds, milliseconds <= last {
            throw TegataError(HandPipelineError.timestamp(milliseconds: milliseconds, last: last))
        }
        let usesTiles = try usesTiles(frame)
        palms.removeAll(keepingCapacity: true)
        video.move(to: frame.placement)
        run.isSearched =
            video.rectangles.count < options.maximumHandCount && video.isSearchDue(options.tracking, at: milliseconds)
            && (options.search.area != .thorough || video.hasLostHand || !video.views.skipsSearch())
        if usesTiles || options.search.area == .thorough {
            trackAndConfirm(frame, &run.timings, isSearched: run.isSearched, usesTiles: usesTiles)
        } else {
            var palms: ArraySlice<PalmDetection> = []
            if run.isSearched {
                palmStage.run(frame, &run.timings)
                palms = choosePalms(options.maximumHandCount, frame)
            }
            variant.videoJoining.join(palms, video.rectangles, into: &rectangles)
            findHands(frame, &run.timings, limit: variant.regionLimit)
            dropDuplicates(frame, &run.timings)
        }
    }

    /// Adds the hands that were found to the video, and creates ``results`` from them.
    private func advance(_ run: inout FrameRun, _ milliseconds: Milliseconds) {
        video.note(milliseconds, isSearched: run.isSearched)
        video.hasLostHand = found.count < video.rectangles.count
        video.rectangles.removeAll(keepingCapacity: true)
        for hand in found { video.rectangles.append(hand.nextROI) }
        let skeletons = SkeletonStage(options, run.frame)
        // Tracks know more about hands, and fit skeletons themselves.
        makeResults(run.frame, options.followsHands ? nil : skeletons)
        guard options.followsHands else { return }
        let size = run.frame.wholeSize
        run.timings.handDecoding += nanoseconds {
            video.tracks.update(&results, milliseconds: milliseconds, size: size, options: options, skeletons)
        }
    }

    /// Returns the result for a frame.
    func result(
        of run: FrameRun, gestureEvents: [GestureEvent] = [], actionEvents: [ActionEvent] = []
    ) -> HandPipelineResult {
        team.trace?.addFrame(since: run.start, handCount: results.count)
        return HandPipelineResult(
            hands: results, palms: palms, gestureEvents: gestureEvents, actionEvents: actionEvents,
            timings: run.finalTimings)
    }

    /// Returns the palms that qualify, at most `count` of them.
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

    /// Runs the landmark network again for each hand, in a crop computed from its landmarks.
    private func refineHands(_ frame: PipelineFrame, _ timings: inout StageTimings) {
        for index in found.indices {
            let rectangle = found[index].nextROI
            if let hand = handStage.run(frame, rectangle, &timings) {
                found[index] = hand
            }
        }
    }

    func dropDuplicates(_ frame: PipelineFrame, _ timings: inout StageTimings) {
        guard variant.dropsDuplicates else { return }
        dropHands(behind: 0, &timings) { frame.size.areDuplicates($0, $1) }
    }

    /// Drops hands after the first `count` whose landmarks clash with an earlier hand that stays.
    func dropHands(
        behind count: Int, _ timings: inout StageTimings, clash: (HandPoints, HandPoints) -> Bool
    ) {
        timings.handDecoding += nanoseconds {
            var kept = count
            for index in count..<found.count {
                let landmarks = found[index].hand.landmarks
                var isUnique = true
                for earlier in 0..<kept where clash(landmarks, found[earlier].hand.landmarks) {
                    isUnique = false
                    break
                }
                if isUnique {
                    found[kept] = found[index]
                    kept += 1
                }
            }
            found.removeLast(found.count - kept)
        }
    }

    private func makeResults(_ frame: PipelineFrame, _ skeletons: SkeletonStage?) {
        results.removeAll(keepingCapacity: true)
        let fit = options.metricWithKnownPalm.map { MetricFit($0, frame.camera ?? $0.camera, frame.wholeSize) }
        for found in found {
            var hand = frame.placement.outer(found.hand)
            hand.graph = options.graph
            hand.rightProbability = variant.handNaming.rightProbability(
                hand.rightProbability, isMirrored: frame.isMirrored)
            hand.aspectRatio = frame.wholeSize.width / frame.wholeSize.height
            let isShownAsRight = (found.hand.rightProbability >= 0.5) != frame.placement.isMirrored
            hand.isShownMirrored = isShownAsRight != (hand.handedness == .right)
            if let fit { hand.metric = fit.hand(hand, isShownAsRight: isShownAsRight) }
            if let skeletons {
                skeletons.fit(&hand)
                hand.placeSkeletonInSpace()
            }
            results.append(hand)
        }
    }
}

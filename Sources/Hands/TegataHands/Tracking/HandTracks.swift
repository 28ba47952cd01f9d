import TegataBuffers

/// The track IDs of the hands in a video, and the state of each track.
///
/// All hands in a frame are matched at once with the hands of earlier frames, by expected position, pose and
/// handedness. Two hands that cross therefore keep their IDs, and a hand that is lost briefly gets its ID back.
package struct HandTracks {
    /// The cost beyond which a hand is considered new; roughly the distance from the expected position in palm lengths.
    private static let newHandCost: Float = 2
    /// The time in which the distance allowed for an out-of-sight hand doubles.
    private static let doublingSeconds: Float = 0.25
    /// The time for which an out-of-sight hand is expected to keep moving.
    private static let coastingSeconds: Float = 0.5
    /// The difference from the mean handedness beyond which a returning hand is considered a different one.
    private static let otherHandedness: Float = 0.7

    private var tracks: [HandTrack] = []
    private var assignment = Assignment()
    private var nextIdentifier = 1
    /// The time of the last frame. Its hands have not been out of sight since, no matter how long ago it was.
    private var last: Milliseconds?
    /// Temporary storage for one frame.
    private var newTracks: [HandTrack] = []
    /// The costs of matching each hand in the frame with each track, hand by hand. Computing each pair only once keeps
    /// the work small when there are many hands.
    private var costs: [Float] = []

    package init() {}

    /// Reserves memory for `count` hands per frame.
    package mutating func reserveCapacity(_ count: Int) {
        tracks.reserveCapacity(Self.limit(count))
        newTracks.reserveCapacity(count)
        costs.reserveCapacity(Self.limit(count) * count)
        assignment.reserveCapacity(columns: Self.limit(count) + count + 1)
    }

    /// Forgets all hands; their IDs are not reused.
    package mutating func removeAll() {
        tracks.removeAll(keepingCapacity: true)
    }

    /// Assigns an ID to each hand and applies the features requested by the options.
    // This needs much stack space, which its callers would otherwise have for as long as they run.
    @inline(never)
    package mutating func update(
        _ hands: inout [HandResult], milliseconds: Milliseconds, size: PixelSize, options: HandPipelineOptions,
        _ skeletons: SkeletonStage? = nil
    ) {
        tracks.removeAll {
            $0.milliseconds != last
                && elapsed(from: $0.milliseconds, to: milliseconds) > options.tracking.identityTimeoutMilliseconds
        }
        match(hands, milliseconds, size)
        last = milliseconds
        for column in 0..<assignment.rowOfColumn.count {
            guard let row = assignment.rowOfColumn[column] else { continue }
            if column < tracks.count {
                tracks[column].update(&hands[row], milliseconds, size, options, skeletons)
            } else {
                var track = HandTrack(identifier: nextIdentifier, hands[row], milliseconds, size)
                nextIdentifier += 1
                track.update(&hands[row], milliseconds, size, options, skeletons)
                newTracks.append(track)
            }
        }
        for track in newTracks { tracks.append(track) }
        newTracks.removeAll(keepingCapacity: true)
        dropOldest(options.maximumHandCount)
    }

    /// Matches each hand with a track, or with a column reserved for it that stands for a new hand.
    private mutating func match(_ hands: [HandResult], _ milliseconds: Milliseconds, _ size: PixelSize) {
        costs.removeAll(keepingCapacity: true)
        for hand in hands {
            let place = HandPlace(hand.landmarks, size)
            for track in tracks {
                costs.append(
                    Self.cost(track, hand.rightProbability, place, milliseconds, isLost: track.milliseconds != last))
            }
        }
        let (costs, count) = (costs, tracks.count)
        assignment.solve(rows: hands.count, columns: count + hands.count) { row, column in
            column < count ? costs[row * count + column] : Self.newHandCost
        }
    }

    private static func cost(
        _ track: HandTrack, _ rightProbability: Float, _ place: HandPlace, _ milliseconds: Milliseconds, isLost: Bool
    ) -> Float {
        let seconds = Float(elapsed(from: track.milliseconds, to: milliseconds)) / 1000
        let expected = track.place.center + track.velocity * min(seconds, coastingSeconds)
        let palm = max(track.place.palmLength, place.palmLength)
        let reach = palm * (1 + seconds / doublingSeconds)
        let away = (place.center - expected).length / reach
        let pose = track.place.poseDifference(place)
        let handedness = abs(track.rightProbability - rightProbability)
        if isLost && handedness > otherHandedness { return 1000 }
        let cost = away + 0.5 * pose + handedness
        return cost < 1000 ? cost : 1000
    }

    /// Returns the maximum number of tracks to remember.
    private static func limit(_ maximumHandCount: Int) -> Int { 4 * min(maximumHandCount, 256) + 16 }

    /// Drops the oldest tracks, so that flickering hands do not fill up memory.
    private mutating func dropOldest(_ maximumHandCount: Int) {
        while tracks.count > Self.limit(maximumHandCount) {
            var oldest = 0
            for index in tracks.indices where tracks[index].milliseconds < tracks[oldest].milliseconds {
                oldest = index
            }
            tracks.remove(at: oldest)
        }
    }
}

/// Returns the time between timestamps, which may be as far apart as integers can be; if it overflows, the maximum.
package func elapsed(from start: Milliseconds, to end: Milliseconds) -> Milliseconds {
    let (difference, overflow) = end.subtractingReportingOverflow(start)
    return overflow ? .max : difference
}

/// A tracked hand in a video.
private struct HandTrack {
    /// The palm length of an average hand, in metres.
    private static let palmMetres: Float = 0.1
    /// The minimum time for measuring a velocity, because the timestamps of frames that arrive in bursts are
    /// unreliable.
    private static let measuredMilliseconds = 10

    let identifier: Int
    var milliseconds: Milliseconds
    var place: HandPlace
    /// The velocity per second.
    var velocity = SIMD2<Float>.zero
    /// The position and time of the last velocity measurement.
    private var measured: (center: SIMD2<Float>, milliseconds: Milliseconds)
    /// The probability of a right hand, averaged over all frames.
    var rightProbability: Float = 0
    private var frames: Float = 0
    private var landmarkSmoother = OneEuroFilter()
    private var worldSmoother = OneEuroFilter()
    private var metricSmoother = OneEuroFilter()
    private var skeleton = SkeletonTrack()
    /// The wrist's orientation in the last frame, which determines the sign of the next one.
    private var orientation: Quaternion?

    init(identifier: Int, _ hand: HandResult, _ milliseconds: Milliseconds, _ size: PixelSize) {
        self.identifier = identifier
        self.milliseconds = milliseconds
        place = HandPlace(hand.landmarks, size)
        measured = (place.center, milliseconds)
    }

    /// Updates the track from a hand in a new frame, and the hand from the track's state.
    mutating func update(
        _ hand: inout HandResult, _ milliseconds: Milliseconds, _ size: PixelSize, _ options: HandPipelineOptions,
        _ skeletons: SkeletonStage?
    ) {
        let seconds = Float(elapsed(from: self.milliseconds, to: milliseconds)) / 1000
        place = HandPlace(hand.landmarks, size)
        let way = elapsed(from: measured.milliseconds, to: milliseconds)
        if way >= Self.measuredMilliseconds {
            velocity = (velocity + (place.center - measured.center) / (Float(way) / 1000)) / 2
            measured = (place.center, milliseconds)
        }
        self.milliseconds = milliseconds
        frames += 1
        rightProbability += (hand.rightProbability - rightProbability) / frames

        if options.givesIdentifiers { hand.identifier = identifier }
        if options.tracking.averagesHandedness { hand.rightProbability = rightProbability }
        let movement = skeletons?.fit(
            &hand, &skeleton, seconds: seconds, smooths: options.tracking.smoothing != nil)
        if let smoothing = options.tracking.smoothing {
            let palm = size.palmSide(hand.landmarks)
            let imagePalm = HandPoint(x: palm / size.width, y: palm / size.height, z: palm / size.width)
            let worldPalm = HandPoint(x: Self.palmMetres, y: Self.palmMetres, z: Self.palmMetres)
            hand.landmarks = landmarkSmoother.smooth(hand.landmarks, seconds: seconds, palm: imagePalm, smoothing)
            hand.worldLandmarks = worldSmoother.smooth(
                hand.worldLandmarks, seconds: seconds, palm: worldPalm, smoothing)
            if let metric = hand.metric {
                hand.metric = MetricHand(
                    points: metricSmoother.smooth(metric.points, seconds: seconds, palm: worldPalm, smoothing),
                    distanceUncertainty: metric.distanceUncertainty, camera: metric.camera,
                    isShownAsRight: metric.isShownAsRight)
            }
        }
        movement?.apply(to: &hand)
        hand.placeSkeletonInSpace()
        hand.followOrientation(&orientation)
    }
}

/// Fits skeletons to the hands of an image.
package struct SkeletonStage {
    private let camera: CameraIntrinsics
    private let size: PixelSize
    private let shape: HandShape
    /// Whether results contain skeletons.
    private let isShown: Bool
    /// The time by which hands are predicted, in seconds.
    private let lead: Double

    /// Creates the stage for an image; nil unless options need it.
    init?(_ options: HandPipelineOptions, _ frame: PipelineFrame) {
        let lead = options.tracking.predictionMilliseconds
        guard options.skeleton != nil || lead > 0 else { return nil }
        self.init(
            frame.wholeSize, frame.camera ?? options.metric?.camera, palmWidth: options.metric?.palmWidth,
            lengths: options.skeleton?.lengths, isShown: options.skeleton != nil, leadMilliseconds: lead)
    }

    /// Creates the stage for images of a certain size. If the camera is unknown, its field of view is taken to be 53°
    /// across the longer side, because angles of joints hardly depend on it.
    package init(
        _ size: PixelSize, _ camera: MetricCamera? = nil, palmWidth: Float? = nil, lengths: HandLengths? = nil,
        isShown: Bool = true, leadMilliseconds: Int = 0
    ) {
        self.size = size
        self.isShown = isShown
        lead = Double(leadMilliseconds) / 1000
        self.camera =
            camera?.intrinsics(size)
            ?? CameraIntrinsics(
                focalX: size.longerSide, focalY: size.longerSide, centerX: size.width / 2, centerY: size.height / 2)
        shape =
            lengths.map { HandShape($0) }
            ?? HandShape.typical.scaled(toPalmWidth: Double(palmWidth ?? MetricOptions.meanPalmWidth))
    }

    /// Sets the skeleton of a hand in a single image; nil if its landmarks do not form a hand.
    package func fit(_ hand: inout HandResult) {
        guard isShown, let sight = sight(hand), let fit = SkeletonFit(sight, shape) else { return }
        hand.skeletonLandmarks = around(fit.pose).landmarks(hand)
    }

    /// Sets the skeleton of a hand in the next frame of a video, `seconds` after its last one, and returns the movement
    /// until the time that is predicted; nil if none is. If `smooths` is true, the skeleton moves steadily.
    func fit(
        _ hand: inout HandResult, _ track: inout SkeletonTrack, seconds: Float, smooths: Bool
    ) -> SkeletonMovement? {
        guard let sight = sight(hand),
            let fit = SkeletonFit(
                sight, shape, expected: smooths ? track.expected(after: seconds, hand.isShownAsRight) : nil,
                after: Double(seconds))
        else {
            track.reset()
            return nil
        }
        track.add(fit.pose, after: seconds, hand.isShownAsRight)
        var now = fit.pose
        var movement: SkeletonMovement?
        if lead > 0, let later = track.predicted(after: lead) {
            movement = SkeletonMovement(
                from: points(fit.pose), around(fit.pose), to: points(later), around(later), camera, size)
            now = later
        }
        if isShown { hand.skeletonLandmarks = around(now).landmarks(hand) }
        return movement
    }

    private func sight(_ hand: HandResult) -> SkeletonSight? {
        SkeletonSight(
            landmarks: hand.landmarks, world: hand.worldLandmarks, isRight: hand.isShownAsRight, camera, size)
    }

    private func points(_ pose: HandPose) -> RightHandPoints { RightHandPoints(pose.points(shape)) }

    /// Returns a pose's points around the middle of the knuckles, which is also the origin of the network's points in
    /// metres.
    private func around(_ pose: HandPose) -> RightHandPoints {
        var pose = pose
        // Far from the camera, rounding would change the lengths of bones.
        pose.wrist = .zero
        let points = pose.points(shape)
        return RightHandPoints(points, around: (points[5] + points[9] + points[13] + points[17]) / 4)
    }
}

/// The points of a right hand, or of a mirrored left hand.
struct RightHandPoints {
    private(set) var points: [21 of SIMD3<Double>]

    init(_ points: [21 of SIMD3<Double>], around middle: SIMD3<Double> = .zero) {
        self.points = points
        for index in 0..<HandPoints.count { self.points[index] -= middle }
    }

    /// Returns the points as the image shows them.
    func landmarks(_ hand: HandResult) -> HandPoints {
        HandPoints { index in
            let point = points[index]
            return HandPoint(hand.isShownAsRight ? point : SIMD3(-point.x, point.y, point.z))
        }
    }
}

extension HandResult {
    /// Replaces the points in space by the skeleton's, at the same distance from the camera.
    package mutating func placeSkeletonInSpace() {
        guard let skeletonLandmarks, let metric else { return }
        self.metric = metric.replacing(skeletonLandmarks)
    }
}

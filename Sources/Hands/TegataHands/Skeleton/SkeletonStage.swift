/// Fits skeletons to the hands of an image.
package struct SkeletonStage {
    private let camera: CameraIntrinsics
    private let size: PixelSize
    private let shape: HandShape

    /// Creates the stage for an image; nil unless skeletons are requested.
    init?(_ options: HandPipelineOptions, _ frame: PipelineFrame) {
        guard options.skeleton != nil else { return nil }
        self.init(frame.wholeSize, frame.camera ?? options.metric?.camera, palmWidth: options.metric?.palmWidth)
    }

    /// Creates the stage for images of a certain size. If the camera is unknown, its field of view is taken to be 53°
    /// across the longer side, because angles of joints hardly depend on it.
    package init(_ size: PixelSize, _ camera: MetricCamera? = nil, palmWidth: Float? = nil) {
        self.size = size
        self.camera =
            camera?.intrinsics(size)
            ?? CameraIntrinsics(
                focalX: size.longerSide, focalY: size.longerSide, centerX: size.width / 2, centerY: size.height / 2)
        shape = HandShape.typical.scaled(toPalmWidth: Double(palmWidth ?? MetricOptions.meanPalmWidth))
    }

    /// Sets a hand's skeleton; nil if its landmarks do not form a hand.
    package func fit(_ hand: inout HandResult) {
        hand.skeletonLandmarks = points(of: hand)
    }

    private func points(of hand: HandResult) -> HandPoints? {
        let isRight = hand.isShownAsRight
        guard
            let sight = SkeletonSight(
                landmarks: hand.landmarks, world: hand.worldLandmarks, isRight: isRight, camera, size),
            let fit = SkeletonFit(sight, shape)
        else { return nil }
        var pose = fit.pose
        // Far from the camera, rounding would change the lengths of bones.
        pose.wrist = .zero
        let points = pose.points(shape)
        // The network's points in metres have their origin in the middle of the knuckles, too.
        let middle = (points[5] + points[9] + points[13] + points[17]) / 4
        return HandPoints { index in
            let point = points[index] - middle
            return HandPoint(isRight ? point : SIMD3(-point.x, point.y, point.z))
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

/// The movement of a skeleton from one pose to another, which also moves the landmarks of its hand.
struct SkeletonMovement {
    private let start: RightHandPoints
    private let end: RightHandPoints
    /// The points around the middle of the knuckles.
    private let shape: RightHandPoints
    private let endShape: RightHandPoints
    private let camera: CameraIntrinsics
    private let size: PixelSize

    init(
        from start: RightHandPoints, _ shape: RightHandPoints, to end: RightHandPoints, _ endShape: RightHandPoints,
        _ camera: CameraIntrinsics, _ size: PixelSize
    ) {
        self.start = start
        self.end = end
        self.shape = shape
        self.endShape = endShape
        self.camera = camera
        self.size = size
    }

    /// Moves a hand; leaves it as it is if a point would not stay in front of the camera.
    func apply(to hand: inout HandResult) {
        let (before, after) = (start.landmarks(hand), end.landmarks(hand))
        var landmarks = hand.landmarks
        for index in 0..<HandPoints.count {
            guard let old = place(index, before), let new = place(index, after) else { return }
            landmarks[index] = landmarks[index] + (new - old)
        }
        let (old, new) = (shape.landmarks(hand), endShape.landmarks(hand))
        hand.landmarks = landmarks
        hand.worldLandmarks = HandPoints { hand.worldLandmarks[$0] + (new[$0] - old[$0]) }
        guard let metric = hand.metric else { return }
        // The skeleton's distance is less accurate than the hand's in space.
        let scale = metric.points[.wrist].z / before[.wrist].z
        hand.metric = MetricHand(
            points: HandPoints { metric.points[$0] + (after[$0] - before[$0]) * scale },
            distanceUncertainty: metric.distanceUncertainty, camera: metric.camera,
            isShownAsRight: metric.isShownAsRight)
    }

    /// Returns the landmark of a point in space.
    private func place(_ index: Int, _ points: HandPoints) -> HandPoint? {
        guard let pixel = camera.pixel(of: points[index]), points[.wrist].z > 0 else { return nil }
        let depth = (points[index].z - points[.wrist].z) / points[.wrist].z * camera.focalX
        let place = HandPoint(x: pixel.x / size.width, y: pixel.y / size.height, z: depth / size.width)
        return place.isFinite ? place : nil
    }
}

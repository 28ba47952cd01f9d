/// From the landmarks of a hand in a picture and in the network's own metres to a hand in space.
struct MetricFit {
    /// By how much landmarks are beside a typical palm's points, in lengths and widths of the palm.
    private static let deviation = 0.03
    /// How far the network's guess of a palm's tilt may be changed, in radians: for the distance nearly freely, as it
    /// depends on what the picture shows of the palm, and for the tilt itself little.
    private static let (freeTurn, smallTurn) = (0.7, 0.09)

    private let camera: CameraIntrinsics
    private let size: PixelSize
    private let options: MetricOptions

    init(_ options: MetricOptions, _ camera: MetricCamera, _ size: PixelSize) {
        self.camera = camera.intrinsics(size)
        self.size = size
        self.options = options
    }

    /// The hand in space; nil where landmarks make no palm that a camera could see.
    func hand(_ hand: HandResult, isShownAsRight: Bool) -> MetricHand? {
        var seen = [6 of SIMD2<Double>](repeating: .zero)
        var world = [6 of SIMD3<Double>](repeating: .zero)
        var middle = SIMD3<Double>.zero
        for index in 0..<6 {
            seen[index] = direction(hand.landmarks[PalmFit.points[index]])
            world[index] = SIMD3(hand.worldLandmarks[PalmFit.points[index]])
            middle += world[index] / 6
        }
        for index in 0..<6 { world[index] -= middle }
        guard let palm = TypicalPalm.turned(to: world, isRight: isShownAsRight) else { return nil }
        func span(_ a: Int, _ b: Int) -> Double {
            let way = seen[a] - seen[b]
            return (way.x * way.x + way.y * way.y).squareRoot()
        }
        let pixels = Self.deviation * (span(0, 3) + span(2, 5))
        guard pixels > 0,
            let place = PalmFit(palm, seen, pixelDeviation: pixels, turnDeviation: Self.freeTurn),
            let tilt = PalmFit(palm, seen, pixelDeviation: pixels, turnDeviation: Self.smallTurn)
        else { return nil }

        let scale = Double(options.palmWidth ?? MetricOptions.meanPalmWidth) / TypicalPalm.width
        let points = HandPoints { index in
            HandPoint(
                (tilt.rotation * (SIMD3(hand.worldLandmarks[index]) - middle) + place.position) * scale)
        }
        var variance = place.depthVariance * scale * scale
        if options.palmWidth == nil {
            let spread = Double(MetricOptions.palmWidthSpread) * place.position.z * scale
            variance += spread * spread
        }
        return MetricHand(
            points: points, distanceUncertainty: Float(variance.squareRoot()), camera: camera,
            isShownAsRight: isShownAsRight)
    }

    /// Where a landmark is in a picture at distance 1 from the camera.
    private func direction(_ point: HandPoint) -> SIMD2<Double> {
        SIMD2(
            Double((point.x * size.width - camera.centerX) / camera.focalX),
            Double((point.y * size.height - camera.centerY) / camera.focalY))
    }
}

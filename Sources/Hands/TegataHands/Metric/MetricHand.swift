/// A hand in space, in metres from the camera's centre: to the right, down, and away from the camera.
public struct MetricHand: Sendable, Equatable {
    /// The 21 points.
    public internal(set) var points: HandPoints
    /// The centre of the palm: the mean of the wrist and the knuckles of the index and little fingers.
    public internal(set) var position: HandPoint
    /// The standard deviation of the distance from the camera, in metres. Unless the palm's width is known, this
    /// includes the spread of palm widths. The error of all points is the same fraction of their distance.
    public internal(set) var distanceUncertainty: Float
    /// The camera that sees the hand, for images of the size in which the hand was found.
    public let camera: CameraIntrinsics
    /// The distance from the tip of the thumb to the tip of the index finger, in metres.
    public let pinchAperture: Float
    /// Whether the image shows a right hand; a left hand in a mirrored image looks like one.
    let isShownAsRight: Bool

    package init(points: HandPoints, distanceUncertainty: Float, camera: CameraIntrinsics, isShownAsRight: Bool) {
        self.points = points
        position = points.palmCenter
        pinchAperture = (points[.thumbTIP] - points[.indexFingerTIP]).length
        self.distanceUncertainty = distanceUncertainty
        self.camera = camera
        self.isShownAsRight = isShownAsRight
    }

    /// The distance from the camera to the centre of the palm, in metres.
    public var distance: Float { position.length }

    /// The direction that the inside of the hand faces, as a vector of length 1.
    public var palmNormal: HandPoint { palmAxes.normal }

    /// The axes of the palm in space, as directions of length 1: across it from the little finger's side to the index
    /// finger's, along it from the wrist to the middle finger, and the direction that its inside faces, perpendicular
    /// to both.
    public var palmAxes: (across: HandPoint, along: HandPoint, normal: HandPoint) {
        let across = (points[.indexFingerMCP] - points[.pinkyMCP]).normalized
        let along = wristToMiddleFinger.normalized
        let normal = (points[.indexFingerMCP] - points[.pinkyMCP]).cross(wristToMiddleFinger).normalized
        // With this sign, the normal of an upright right hand whose inside faces the camera points towards the camera.
        return (across, along, isShownAsRight ? normal : normal * -1)
    }

    /// The distance from the wrist to the knuckle of the middle finger, in metres.
    public var palmLength: Float { wristToMiddleFinger.length }

    private var wristToMiddleFinger: HandPoint { points[.middleFingerMCP] - points[.wrist] }

    /// The ray along which the index finger points, from its knuckle towards its tip; the direction has length 1.
    public var pointingRay: (origin: HandPoint, direction: HandPoint) {
        let origin = points[.indexFingerMCP]
        return (origin, (points[.indexFingerTIP] - origin).normalized)
    }

    /// Returns the distance from the centre of this palm to the centre of another one, in metres.
    public func distance(to other: MetricHand) -> Float { (position - other.position).length }
}

extension MetricHand {
    /// Returns the hand with the shape and rotation of other points. Its position and pinch aperture stay, because the
    /// network's points in metres give them more accurately.
    func replacing(_ others: HandPoints) -> MetricHand {
        let change = position - others.palmCenter
        var hand = self
        hand.points = HandPoints { others[$0] + change }
        return hand
    }
}

extension HandPoints {
    /// The mean of the wrist and the knuckles of the index and little fingers.
    fileprivate var palmCenter: HandPoint {
        (self[.wrist] + self[.indexFingerMCP] + self[.pinkyMCP]) * (1 / 3)
    }
}

extension HandPoint {
    package static func + (a: HandPoint, b: HandPoint) -> HandPoint {
        HandPoint(x: a.x + b.x, y: a.y + b.y, z: a.z + b.z)
    }
    static func - (a: HandPoint, b: HandPoint) -> HandPoint { HandPoint(x: a.x - b.x, y: a.y - b.y, z: a.z - b.z) }
    package static func * (a: HandPoint, factor: Float) -> HandPoint {
        HandPoint(x: a.x * factor, y: a.y * factor, z: a.z * factor)
    }

    func dot(_ other: HandPoint) -> Float { x * other.x + y * other.y + z * other.z }

    func cross(_ other: HandPoint) -> HandPoint {
        HandPoint(x: y * other.z - z * other.y, y: z * other.x - x * other.z, z: x * other.y - y * other.x)
    }

    var length: Float { dot(self).squareRoot() }
    /// The same direction with length 1; a point of length 0 is unchanged.
    var normalized: HandPoint { length > 0 ? self * (1 / length) : self }
}

/// Computes a hand in space from its landmarks in the image and from the network's landmarks in metres.
struct MetricFit {
    /// The deviation of landmarks from a typical palm's points, in palm lengths and widths.
    private static let deviation = 0.03
    /// The deviations allowed for the network's estimate of the palm's tilt, in radians: almost unconstrained for the
    /// distance, because it depends on what the image shows of the palm, and small for the tilt itself.
    private static let (freeTurn, smallTurn) = (0.7, 0.16)
    /// The angle in radians by which the network tilts the knuckles towards the camera if the palm faces the camera or
    /// is seen from behind; it is smaller if seen from the side. It was measured on rendered hands.
    private static let lean = 0.23

    private let camera: CameraIntrinsics
    private let size: PixelSize
    private let options: MetricOptions

    init(_ options: MetricOptions, _ camera: MetricCamera, _ size: PixelSize) {
        self.camera = camera.intrinsics(size)
        self.size = size
        self.options = options
    }

    /// Returns the hand in space; nil if the landmarks do not form a palm that a camera could see.
    func hand(_ hand: HandResult, isShownAsRight: Bool) -> MetricHand? {
        var seen = [6 of SIMD2<Double>](repeating: .zero)
        var (flat, world) = ([6 of SIMD3<Double>](repeating: .zero), [6 of SIMD3<Double>](repeating: .zero))
        var (flatMiddle, middle) = (SIMD3<Double>.zero, SIMD3<Double>.zero)
        for index in 0..<6 {
            let landmark = hand.landmarks[PalmFit.points[index]]
            seen[index] = direction(landmark)
            flat[index] = SIMD3(seen[index], Double(landmark.z * size.width / camera.focalX))
            world[index] = SIMD3(hand.worldLandmarks[PalmFit.points[index]])
            flatMiddle += flat[index] / 6
            middle += world[index] / 6
        }
        for index in 0..<6 {
            flat[index] -= flatMiddle
            world[index] -= middle
        }
        let typical = TypicalPalm.points(isRight: isShownAsRight)
        guard let turn = Self.turn(of: typical, flat, world), let ownTurn = TypicalPalm.turn(of: typical, to: world)
        else { return nil }
        var palm = typical
        for index in 0..<6 { palm[index] = turn * typical[index] }
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
        let change = tilt.rotation * turn * ownTurn.transposed
        var points = HandPoints { index in
            HandPoint((change * (SIMD3(hand.worldLandmarks[index]) - middle) + place.position) * scale)
        }
        for index in 0..<6 {
            points[PalmFit.points[index].index] = HandPoint((tilt.rotation * palm[index] + place.position) * scale)
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

    /// Returns the palm's rotation as estimated by the network: from the mean of its landmarks in the image, with their
    /// depths, and its landmarks in metres, corrected for the network's bias.
    private static func turn(
        of typical: [6 of SIMD3<Double>], _ flat: [6 of SIMD3<Double>], _ world: [6 of SIMD3<Double>]
    ) -> Rotation? {
        let (flatSize, worldSize) = (TypicalPalm.size(flat), TypicalPalm.size(world))
        guard flatSize > 0, worldSize > 0 else { return nil }
        var mean = world
        for index in 0..<6 { mean[index] = flat[index] / flatSize + world[index] / worldSize }
        guard let turn = TypicalPalm.turn(of: typical, to: mean) else { return nil }
        let facing = (turn * SIMD3(0, 0, 1)).z
        return turn * Rotation(about: SIMD3(Self.lean * facing, 0, 0))
    }

    /// Returns a landmark's position in an image at distance 1 from the camera.
    private func direction(_ point: HandPoint) -> SIMD2<Double> {
        SIMD2(
            Double((point.x * size.width - camera.centerX) / camera.focalX),
            Double((point.y * size.height - camera.centerY) / camera.focalY))
    }
}

/// A hand in space: metres from the camera's centre to the right, down, and away from it.
public struct MetricHand: Sendable, Equatable {
    /// The 21 points.
    public internal(set) var points: HandPoints
    /// The middle of the palm: of the wrist and the knuckles of index and little finger.
    public internal(set) var position: HandPoint
    /// How far off the distance from the camera is to be expected: one standard deviation in metres, with that of the
    /// palm's width unless that is known. All points are then off by the same part of their distance.
    public internal(set) var distanceUncertainty: Float
    /// The camera that sees the hand, for pictures of the size in which it was found.
    public let camera: CameraIntrinsics
    /// Whether the picture shows a right hand; in a mirrored picture a left hand is one.
    let isShownAsRight: Bool

    package init(points: HandPoints, distanceUncertainty: Float, camera: CameraIntrinsics, isShownAsRight: Bool) {
        self.points = points
        position = (points[.wrist] + points[.indexFingerMCP] + points[.pinkyMCP]) * (1 / 3)
        self.distanceUncertainty = distanceUncertainty
        self.camera = camera
        self.isShownAsRight = isShownAsRight
    }

    /// From the camera to the middle of the palm, in metres.
    public var distance: Float { position.length }

    /// From the tip of the thumb to that of the index finger, in metres.
    public var pinchAperture: Float { (points[.thumbTIP] - points[.indexFingerTIP]).length }

    /// The direction that the inside of the hand faces, of length 1.
    public var palmNormal: HandPoint { palmAxes.normal }

    /// How the palm lies in space, as directions of length 1: across it from the little finger's side to that of the
    /// index finger, along it from the wrist to the middle finger, and where its inside faces, at right angles to both.
    public var palmAxes: (across: HandPoint, along: HandPoint, normal: HandPoint) {
        let across = (points[.indexFingerMCP] - points[.pinkyMCP]).normalized
        let along = wristToMiddleFinger.normalized
        let normal = (points[.indexFingerMCP] - points[.pinkyMCP]).cross(wristToMiddleFinger).normalized
        // In these axes the inside of an upright right hand that the camera sees from inside faces the camera.
        return (across, along, isShownAsRight ? normal : normal * -1)
    }

    /// From the wrist to the knuckle of the middle finger, in metres.
    public var palmLength: Float { wristToMiddleFinger.length }

    private var wristToMiddleFinger: HandPoint { points[.middleFingerMCP] - points[.wrist] }

    /// Where the index finger points: from its knuckle, in the direction of its tip, which has length 1.
    public var pointingRay: (origin: HandPoint, direction: HandPoint) {
        let origin = points[.indexFingerMCP]
        return (origin, (points[.indexFingerTIP] - origin).normalized)
    }

    /// From the middle of this palm to that of another one, in metres.
    public func distance(to other: MetricHand) -> Float { (position - other.position).length }
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
    /// The same direction with length 1; itself where there is none.
    var normalized: HandPoint { length > 0 ? self * (1 / length) : self }
}

/// From the landmarks of a hand in a picture and in the network's own metres to a hand in space.
struct MetricFit {
    /// By how much landmarks are beside a typical palm's points, in lengths and widths of the palm.
    private static let deviation = 0.03
    /// How far the guess of a palm's tilt may be changed, in radians: for the distance nearly freely, as it depends on
    /// what the picture shows of the palm, and for the tilt itself little.
    private static let (freeTurn, smallTurn) = (0.7, 0.16)
    /// By how many radians the network leans the knuckles of a palm towards the camera, where it faces the camera or is
    /// seen from behind; less where it is seen from a side. Measured on drawn hands.
    private static let lean = 0.23

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

    /// How the palm is turned by the network's guess: the mean of what its landmarks in the picture, with their depths,
    /// and those in metres say, less what it leans palms.
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

    /// Where a landmark is in a picture at distance 1 from the camera.
    private func direction(_ point: HandPoint) -> SIMD2<Double> {
        SIMD2(
            Double((point.x * size.width - camera.centerX) / camera.focalX),
            Double((point.y * size.height - camera.centerY) / camera.focalY))
    }
}

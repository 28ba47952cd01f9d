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

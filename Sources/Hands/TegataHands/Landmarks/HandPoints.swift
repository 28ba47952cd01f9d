/// A point of a hand.
public struct HandPoint: Sendable, Equatable {
    /// The coordinate in the direction to the right.
    public var x: Float
    /// The coordinate in the downward direction.
    public var y: Float
    /// The coordinate in the direction away from the camera.
    public var z: Float

    /// Creates a point from its coordinates.
    public init(x: Float, y: Float, z: Float) {
        self.x = x
        self.y = y
        self.z = z
    }

    /// Whether all coordinates are finite numbers.
    var isFinite: Bool { x.isFinite && y.isFinite && z.isFinite }
}

/// The 21 points of a hand, in the order of ``HandLandmark``.
public struct HandPoints: RandomAccessCollection, MutableCollection, Sendable, Equatable {
    /// The number of points of a hand.
    public static let count = 21

    private var points: [21 of HandPoint]

    /// Creates points that all lie at the origin.
    public init() {
        points = [21 of HandPoint](repeating: HandPoint(x: 0, y: 0, z: 0))
    }

    /// Creates the points from what `point` returns for the indices from 0 on.
    public init(_ point: (Int) -> HandPoint) {
        self.init()
        for index in 0..<Self.count { points[index] = point(index) }
    }

    public var startIndex: Int { 0 }
    public var endIndex: Int { Self.count }

    public subscript(index: Int) -> HandPoint {
        get { points[index] }
        set { points[index] = newValue }
    }

    /// The point for a landmark.
    package subscript(landmark: HandLandmark) -> HandPoint { self[landmark.index] }

    public static func == (a: HandPoints, b: HandPoints) -> Bool {
        for index in 0..<count where a[index] != b[index] { return false }
        return true
    }

    /// Creates points from groups of three floats, as the landmark network writes them.
    package init(_ values: UnsafeBufferPointer<Float>) {
        self.init { HandPoint(x: values[3 * $0], y: values[3 * $0 + 1], z: values[3 * $0 + 2]) }
    }
}

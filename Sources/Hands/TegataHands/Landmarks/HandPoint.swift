/// A point of a hand.
public struct HandPoint: Sendable, Equatable {
    /// To the right.
    public var x: Float
    /// Downwards.
    public var y: Float
    /// Away from the camera.
    public var z: Float

    /// A point by its coordinates.
    public init(x: Float, y: Float, z: Float) {
        self.x = x
        self.y = y
        self.z = z
    }

    /// Whether the point has a place: no coordinate is infinite or no number.
    var isFinite: Bool { x.isFinite && y.isFinite && z.isFinite }
}

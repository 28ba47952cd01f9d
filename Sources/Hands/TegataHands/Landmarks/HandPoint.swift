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
}

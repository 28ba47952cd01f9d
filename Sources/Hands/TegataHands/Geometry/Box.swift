/// An upright box.
public struct Box: Sendable, Equatable {
    /// The x coordinate of the left side.
    public var x: Float
    /// The y coordinate of the top side.
    public var y: Float
    /// The distance from the left side to the right side.
    public var width: Float
    /// The distance from the top side to the bottom side.
    public var height: Float

    /// Creates a box from its upper left corner and size.
    public init(x: Float, y: Float, width: Float, height: Float) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// Returns the intersection over union; 0 if the boxes have no area.
    package func overlap(_ other: Box) -> Float {
        if width < 0 || height < 0 || other.width < 0 || other.height < 0 { return 0 }
        let (right, bottom) = (x + width, y + height)
        let (otherRight, otherBottom) = (other.x + other.width, other.y + other.height)
        guard x < otherRight, other.x < right, y < otherBottom, other.y < bottom else { return 0 }
        let intersection =
            (min(right, otherRight) - max(x, other.x)) * (min(bottom, otherBottom) - max(y, other.y))
        let area = (right - x) * (bottom - y)
        let otherArea = (otherRight - other.x) * (otherBottom - other.y)
        let union = area + otherArea - intersection
        return union > 0 ? intersection / union : 0
    }
}

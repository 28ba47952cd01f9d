/// An upright box around a hand, in fractions of the picture's sides from its upper left corner.
package struct HandBox: Sendable, Hashable {
    package var left: Float
    package var top: Float
    package var width: Float
    package var height: Float

    package init(left: Float, top: Float, width: Float, height: Float) {
        self.left = left
        self.top = top
        self.width = width
        self.height = height
    }

    /// The area that both have by the area that either has; 0 where they do not touch.
    package func overlap(with other: HandBox) -> Float {
        let across = min(left + width, other.left + other.width) - max(left, other.left)
        let along = min(top + height, other.top + other.height) - max(top, other.top)
        guard across > 0, along > 0 else { return 0 }
        let common = across * along
        return common / (width * height + other.width * other.height - common)
    }
}

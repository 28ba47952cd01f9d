/// An upright box around a hand, in fractions of the picture's sides from its upper left corner.
package struct HandBox: Sendable, Hashable {
    /// From the picture's left side to the box's.
    package var left: Float
    /// From the picture's upper side to the box's.
    package var top: Float
    /// From the left side of the box to its right one.
    package var width: Float
    /// From the upper side of the box to its lower one.
    package var height: Float

    /// The box of these sides.
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

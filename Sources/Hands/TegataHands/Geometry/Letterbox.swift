/// The borders of a square tensor in which it shows what was added to a region to make that a square, as fractions of
/// the tensor's side: one on the left and one like it on the right, or one above and one below.
package struct Letterbox: Equatable {
    package static let none = Letterbox(left: 0, top: 0)

    package let left: Float
    package let top: Float

    package init(left: Float, top: Float) {
        self.left = left
        self.top = top
    }

    /// How much of the tensor is between the borders.
    package var innerWidth: Float { 1 - (left + left) }
    package var innerHeight: Float { 1 - (top + top) }

    /// A place in the tensor as fractions of what is between the borders.
    package func removed(fromX x: Float) -> Float { (x - left) / innerWidth }
    package func removed(fromY y: Float) -> Float { (y - top) / innerHeight }
}

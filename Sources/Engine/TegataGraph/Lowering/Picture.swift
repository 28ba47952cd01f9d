/// Batches, rows, columns and channels of an NHWC picture.
package struct Picture: Equatable, Sendable {
    package var batches: Int
    package var height: Int
    package var width: Int
    package var channels: Int

    package init(batches: Int, height: Int, width: Int, channels: Int) {
        self.batches = batches
        self.height = height
        self.width = width
        self.channels = channels
    }

    /// Nil unless the shape has four axes.
    package init?(_ shape: Shape) {
        guard shape.rank == 4 else { return nil }
        self.init(batches: shape[0], height: shape[1], width: shape[2], channels: shape[3])
    }

    package var pixels: Int { batches * height * width }
}

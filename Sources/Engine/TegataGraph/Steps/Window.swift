/// A window that slides over a picture.
package struct Window: Equatable, Sendable {
    package var height: Int
    package var width: Int
    package var strideHeight: Int
    package var strideWidth: Int
    package var dilationHeight: Int
    package var dilationWidth: Int
    /// Rows and columns that the first window reaches beyond the picture; what the last one reaches beyond follows from
    /// the sizes.
    package var padTop: Int
    package var padLeft: Int

    package init(
        height: Int, width: Int, strideHeight: Int, strideWidth: Int, dilationHeight: Int = 1, dilationWidth: Int = 1,
        padTop: Int, padLeft: Int
    ) {
        self.height = height
        self.width = width
        self.strideHeight = strideHeight
        self.strideWidth = strideWidth
        self.dilationHeight = dilationHeight
        self.dilationWidth = dilationWidth
        self.padTop = padTop
        self.padLeft = padLeft
    }

    /// One pixel at a time.
    package static let pixel = Window(height: 1, width: 1, strideHeight: 1, strideWidth: 1, padTop: 0, padLeft: 0)

    package var isPixel: Bool { self == .pixel }
}

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

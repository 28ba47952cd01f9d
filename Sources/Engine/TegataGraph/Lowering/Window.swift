/// The batches, rows, columns and channels of an NHWC image.
package struct ImageShape: Equatable, Sendable {
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

    /// Returns nil unless the shape has four axes.
    package init?(_ shape: Shape) {
        guard shape.rank == 4 else { return nil }
        self.init(batches: shape[0], height: shape[1], width: shape[2], channels: shape[3])
    }

    package var pixels: Int { batches * height * width }
}

/// A window that slides over an image.
package struct Window: Equatable, Sendable {
    package var height: Int
    package var width: Int
    package var strideHeight: Int
    package var strideWidth: Int
    package var dilationHeight: Int
    package var dilationWidth: Int
    /// The number of rows and columns by which the first window extends beyond the image. For the last window, they
    /// follow from the sizes.
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

    /// A window of one pixel.
    package static let pixel = Window(height: 1, width: 1, strideHeight: 1, strideWidth: 1, padTop: 0, padLeft: 0)

    package var isPixel: Bool { self == .pixel }

    /// Returns the window's rows that lie inside an image of `height` rows for output row `y`.
    package func rowsInside(y: Int, height pictureHeight: Int) -> Range<Int> {
        Self.tapsInside(
            origin: y * strideHeight - padTop, taps: height, dilation: dilationHeight, extent: pictureHeight)
    }

    /// Returns the window's columns that lie inside an image of `width` columns for output column `x`.
    package func columnsInside(x: Int, width pictureWidth: Int) -> Range<Int> {
        Self.tapsInside(origin: x * strideWidth - padLeft, taps: width, dilation: dilationWidth, extent: pictureWidth)
    }

    private static func tapsInside(origin: Int, taps: Int, dilation: Int, extent: Int) -> Range<Int> {
        // Taps before the image, then taps that still start inside it.
        let first = origin < 0 ? min((-origin + dilation - 1) / dilation, taps) : 0
        let end = origin < extent ? min((extent - origin + dilation - 1) / dilation, taps) : 0
        return first..<max(first, end)
    }

    /// Returns the image row under a window row for output row `y`.
    package func inputRow(y: Int, windowRow: Int) -> Int {
        y * strideHeight - padTop + windowRow * dilationHeight
    }
}

extension RGBImage {
    /// The picture upright.
    func turned(by orientation: EXIFOrientation) throws(ImageFileError.Problem) -> RGBImage {
        guard orientation != .upright else { return self }
        let (newWidth, newHeight) = orientation.swapsSides ? (height, width) : (width, height)
        // Where the new picture's first pixel is in this one, and how far its neighbours to the right and below are.
        let (right, down) = (3, bytesPerRow)
        let (lastColumn, lastRow) = (3 * (width - 1), bytesPerRow * (height - 1))
        let (start, stepX, stepY) =
            switch orientation {
            case .upright: (0, right, down)
            case .mirrored: (lastColumn, -right, down)
            case .upsideDown: (lastColumn + lastRow, -right, -down)
            case .flipped: (lastRow, right, -down)
            case .transposed: (0, down, right)
            case .quarterTurnClockwise: (lastRow, -down, right)
            case .transversed: (lastColumn + lastRow, -down, -right)
            case .quarterTurnCounterclockwise: (lastColumn, down, -right)
            }
        let turned = try pixels.withUnsafeBufferPointer { (source) throws(ImageFileError.Problem) in
            try newPixels(count: pixels.count) { target in
                // In squares, so that the rows of one and the columns of the other stay in the cache.
                let side = 32
                for top in stride(from: 0, to: newHeight, by: side) {
                    for left in stride(from: 0, to: newWidth, by: side) {
                        for y in top..<min(top + side, newHeight) {
                            var from = start + left * stepX + y * stepY
                            var to = 3 * (y * newWidth + left)
                            for _ in left..<min(left + side, newWidth) {
                                target[to] = source[from]
                                target[to + 1] = source[from + 1]
                                target[to + 2] = source[from + 2]
                                from += stepX
                                to += 3
                            }
                        }
                    }
                }
            }
        }
        return RGBImage(width: newWidth, height: newHeight, checkedPixels: turned)
    }
}

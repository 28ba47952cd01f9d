extension RGBImage {
    /// The picture upright.
    func turned(by orientation: EXIFOrientation) throws(ImageFileError.Problem) -> RGBImage {
        guard orientation != .upright else { return self }
        let turned = try orientation.turn(pixels, width: width, height: height, bytesPerPixel: 3)
        let (newWidth, newHeight) = orientation.swapsSides ? (height, width) : (width, height)
        return RGBImage(width: newWidth, height: newHeight, checkedPixels: turned)
    }
}

extension EXIFOrientation {
    /// The pixels of an upright picture, made of those of a stored one; rows have no gaps, and a pixel has one to
    /// four bytes.
    package func turn(
        _ pixels: [UInt8], width: Int, height: Int, bytesPerPixel: Int
    ) throws(ImageFileError.Problem) -> [UInt8] {
        precondition(1...4 ~= bytesPerPixel, "pixels have one to four bytes")
        precondition(pixels.count == width * height * bytesPerPixel, "there must be as many pixels as the size says")
        let (newWidth, newHeight) = swapsSides ? (height, width) : (width, height)
        // Where the new picture's first pixel is in this one, and how far its neighbours to the right and below are.
        let (right, down) = (bytesPerPixel, bytesPerPixel * width)
        let (lastColumn, lastRow) = (right * (width - 1), down * (height - 1))
        let (start, stepX, stepY) =
            switch self {
            case .upright: (0, right, down)
            case .mirrored: (lastColumn, -right, down)
            case .upsideDown: (lastColumn + lastRow, -right, -down)
            case .flipped: (lastRow, right, -down)
            case .transposed: (0, down, right)
            case .quarterTurnClockwise: (lastRow, -down, right)
            case .transversed: (lastColumn + lastRow, -down, -right)
            case .quarterTurnCounterclockwise: (lastColumn, down, -right)
            }
        return try pixels.withUnsafeBufferPointer { (source) throws(ImageFileError.Problem) in
            try newPixels(count: pixels.count) { target in
                // In squares, so that the rows of one and the columns of the other stay in the cache.
                let side = 32
                for top in stride(from: 0, to: newHeight, by: side) {
                    for left in stride(from: 0, to: newWidth, by: side) {
                        for y in top..<min(top + side, newHeight) {
                            var from = start + left * stepX + y * stepY
                            var to = bytesPerPixel * (y * newWidth + left)
                            for _ in left..<min(left + side, newWidth) {
                                target[to] = source[from]
                                if bytesPerPixel > 1 { target[to + 1] = source[from + 1] }
                                if bytesPerPixel > 2 { target[to + 2] = source[from + 2] }
                                if bytesPerPixel > 3 { target[to + 3] = source[from + 3] }
                                from += stepX
                                to += bytesPerPixel
                            }
                        }
                    }
                }
            }
        }
    }
}

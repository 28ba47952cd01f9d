/// How a picture is changed: first turned clockwise, then mirrored left to right.
struct PictureTurn: Equatable {
    /// 0 to 3.
    var quarterTurns = 0
    var isMirrored = false

    var swapsSides: Bool { quarterTurns % 2 == 1 }

    /// Copies a plane of `width` × `height` elements, as they are before; strides are in elements.
    func copy<Element>(
        _ source: UnsafePointer<Element>, width: Int, height: Int, sourceStride: Int,
        to target: UnsafeMutablePointer<Element>, targetStride: Int
    ) {
        let (newWidth, newHeight) = swapsSides ? (height, width) : (width, height)
        let (lastColumn, lastRow) = (width - 1, (height - 1) * sourceStride)
        // Where the new picture's first element is in the old one, and how far its neighbours to the right and below
        // are.
        var (start, stepX, stepY) =
            switch quarterTurns {
            case 1: (lastRow, -sourceStride, 1)
            case 2: (lastRow + lastColumn, -1, -sourceStride)
            case 3: (lastColumn, sourceStride, -1)
            default: (0, 1, sourceStride)
            }
        if isMirrored {
            start += (newWidth - 1) * stepX
            stepX = -stepX
        }
        // In squares, so that the rows of one and the columns of the other stay in the cache.
        let side = 32
        for top in stride(from: 0, to: newHeight, by: side) {
            for left in stride(from: 0, to: newWidth, by: side) {
                for y in top..<min(top + side, newHeight) {
                    var from = start + left * stepX + y * stepY
                    let row = target + y * targetStride
                    for x in left..<min(left + side, newWidth) {
                        row[x] = source[from]
                        from &+= stepX
                    }
                }
            }
        }
    }
}

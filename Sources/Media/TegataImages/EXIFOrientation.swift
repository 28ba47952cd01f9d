import TegataBuffers

/// How a camera held the picture it stored, by the numbers of the EXIF standard: what has to be done to turn it
/// upright.
package enum EXIFOrientation: UInt32, Sendable {
    case upright = 1
    case mirrored, upsideDown, flipped, transposed, quarterTurnClockwise, transversed, quarterTurnCounterclockwise

    /// The orientation that the picture in a file says it has; nil where there is none that makes sense. For HEIF and
    /// AVIF it is the turns of the container, which count instead of what EXIF data says.
    package init?(ofFile bytes: Bytes) {
        let orientation: EXIFOrientation?
        switch ImageKind(bytes) {
        case .jpeg: orientation = ImageMetadata(ofJPEG: bytes).orientation
        case .png: orientation = ImageMetadata(ofPNG: bytes).orientation
        case .tiff: orientation = EXIFData(bytes)?.orientation
        case .webp: orientation = WebPChunks(bytes).orientation
        case .heif, .avif:
            let turns = HEIFProperties(bytes).turns
            orientation = turns.isEmpty ? nil : turns.reduce(.upright) { $0.followed(by: $1) }
        default: orientation = nil
        }
        guard let orientation else { return nil }
        self = orientation
    }

    /// Left and right change places where it is `isMirrored`, and then so many quarter turns clockwise follow.
    private init(isMirrored: Bool, quarterTurns: Int) {
        let turned: [EXIFOrientation] =
            isMirrored
            ? [.mirrored, .transversed, .flipped, .transposed]
            : [.upright, .quarterTurnClockwise, .upsideDown, .quarterTurnCounterclockwise]
        self = turned[quarterTurns & 3]
    }

    private var parts: (isMirrored: Bool, quarterTurns: Int) {
        switch self {
        case .upright: (false, 0)
        case .quarterTurnClockwise: (false, 1)
        case .upsideDown: (false, 2)
        case .quarterTurnCounterclockwise: (false, 3)
        case .mirrored: (true, 0)
        case .transversed: (true, 1)
        case .flipped: (true, 2)
        case .transposed: (true, 3)
        }
    }

    /// This one, and then the other.
    func followed(by other: EXIFOrientation) -> EXIFOrientation {
        let (first, second) = (parts, other.parts)
        // Mirrored pictures turn the other way.
        return EXIFOrientation(
            isMirrored: first.isMirrored != second.isMirrored,
            quarterTurns: second.quarterTurns + (second.isMirrored ? -first.quarterTurns : first.quarterTurns))
    }

    /// What undoes it.
    package var inverse: EXIFOrientation {
        switch self {
        case .quarterTurnClockwise: .quarterTurnCounterclockwise
        case .quarterTurnCounterclockwise: .quarterTurnClockwise
        case .upright, .mirrored, .upsideDown, .flipped, .transposed, .transversed: self
        }
    }

    /// Whether rows of the stored picture become columns.
    package var swapsSides: Bool { rawValue >= EXIFOrientation.transposed.rawValue }
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

import TegataBuffers

/// The orientation of a stored image, numbered as in EXIF: the operation that makes it upright.
package enum EXIFOrientation: UInt32, Sendable {
    case upright = 1
    case mirrored, upsideDown, flipped, transposed, quarterTurnClockwise, transversed, quarterTurnCounterclockwise

    /// Reads the orientation of the image in a file; nil if it is missing or invalid. For HEIF and AVIF, the
    /// container's rotation takes precedence over EXIF data.
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

    /// Creates the orientation that mirrors left and right if `isMirrored`, then rotates by quarter turns clockwise.
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

    /// Returns the combination of this orientation and then `other`.
    func followed(by other: EXIFOrientation) -> EXIFOrientation {
        let (first, second) = (parts, other.parts)
        // Mirrored images rotate in the opposite direction.
        return EXIFOrientation(
            isMirrored: first.isMirrored != second.isMirrored,
            quarterTurns: second.quarterTurns + (second.isMirrored ? -first.quarterTurns : first.quarterTurns))
    }

    /// The orientation that undoes this one.
    package var inverse: EXIFOrientation {
        switch self {
        case .quarterTurnClockwise: .quarterTurnCounterclockwise
        case .quarterTurnCounterclockwise: .quarterTurnClockwise
        case .upright, .mirrored, .upsideDown, .flipped, .transposed, .transversed: self
        }
    }

    /// Whether rows of the stored image become columns.
    package var swapsSides: Bool { rawValue >= EXIFOrientation.transposed.rawValue }
}

extension EXIFOrientation {
    /// Converts a stored image's pixels to the upright image's. Rows have no gaps, and a pixel has one to four bytes.
    package func turn(
        _ pixels: [UInt8], width: Int, height: Int, bytesPerPixel: Int
    ) throws(ImageFileError.Problem) -> [UInt8] {
        precondition(1...4 ~= bytesPerPixel, "pixels have one to four bytes")
        precondition(pixels.count == width * height * bytesPerPixel, "there must be as many pixels as the size says")
        let (newWidth, newHeight) = swapsSides ? (height, width) : (width, height)
        // The position in this image of the new image's first pixel, and the distances to its right and lower
        // neighbours.
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
                // Copy in squares, so that the rows of one image and the columns of the other stay in the cache.
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

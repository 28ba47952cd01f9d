import TegataBuffers

/// Why memory cannot be looked at as a picture.
package enum ImageError: Error, Equatable, Sendable, CustomStringConvertible {
    /// A picture has at least one pixel.
    case empty(width: Int, height: Int)
    /// Neither side exceeds ``ImageView/maximumSide``.
    case tooLarge(width: Int, height: Int)
    /// A picture has the planes of its format.
    case planeCount(PixelFormat, given: Int)
    /// A row of a plane does not overlap the next one.
    case rowStrideTooSmall(plane: Int, rowStride: Int, needed: Int)
    /// A plane ends inside its memory.
    case memoryTooSmall(plane: Int, byteCount: Int, needed: Int)
    /// The size of the memory that the picture needs cannot be counted.
    case sizeOverflow(plane: Int, rowStride: Int)
    /// A region lies inside the picture and is not empty.
    case region(RegionOfInterest)

    package var description: String {
        switch self {
        case .empty(let width, let height):
            "the image is \(width) x \(height) pixels; it needs at least one pixel"
        case .tooLarge(let width, let height):
            "the image is \(width) x \(height) pixels; neither side may exceed \(ImageView.maximumSide)"
        case .planeCount(let format, let given):
            "\(given) planes were given for \(format.rawValue), which has \(format.planeCount)"
        case .rowStrideTooSmall(let plane, let rowStride, let needed):
            "plane \(plane) has a row stride of \(rowStride) bytes; its rows need \(needed)"
        case .memoryTooSmall(let plane, let byteCount, let needed):
            "plane \(plane) has \(byteCount) bytes; its size and row stride need \(needed)"
        case .sizeOverflow(let plane, let rowStride):
            "plane \(plane) has a row stride of \(rowStride) bytes, which is more than memory can have"
        case .region(let region):
            "the region of interest is \(region); its sides must be between 0 and 1, left before right and top before bottom"
        }
    }
}

extension TegataError {
    /// What users see of the error.
    package init(_ error: ImageError) {
        self.init(.invalidArgument, description: error.description)
    }
}

import TegataBuffers

/// The reason why memory cannot be viewed as an image.
package enum ImageError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The image has no pixels.
    case empty(width: Int, height: Int)
    /// A side exceeds ``ImageView/maximumSide``.
    case tooLarge(width: Int, height: Int)
    /// The format requires a different number of planes.
    case planeCount(PixelFormat, given: Int)
    /// The rows of a plane overlap.
    case rowStrideTooSmall(plane: Int, rowStride: Int, needed: Int)
    /// The memory of a plane is too small.
    case memoryTooSmall(plane: Int, byteCount: Int, needed: Int)
    /// The size of the image's memory overflows.
    case sizeOverflow(plane: Int, rowStride: Int)
    /// The region is empty or not inside the image.
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
            "plane \(plane) has a row stride of \(rowStride) bytes, but its rows need \(needed)"
        case .memoryTooSmall(let plane, let byteCount, let needed):
            "plane \(plane) has \(byteCount) bytes, but its size and row stride need \(needed)"
        case .sizeOverflow(let plane, let rowStride):
            "plane \(plane) has a row stride of \(rowStride) bytes, which exceeds the size of memory"
        case .region(let region):
            "the region of interest is \(region); its sides must be between 0 and 1, left before right and top before bottom"
        }
    }
}

extension TegataError {
    /// Creates the error that users see.
    package init(_ error: ImageError) {
        self.init(.invalidArgument, description: error.description)
    }
}

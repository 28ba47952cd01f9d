import ImageIO
import TegataBuffers
import TegataPixels

extension CGImagePropertyOrientation {
    /// The clockwise rotation, in degrees, that turns the image upright. If ``isMirrored`` is true, the rotation
    /// follows the mirroring.
    package var rotationDegrees: Int {
        switch self {
        case .up, .upMirrored: 0
        case .right, .rightMirrored: 90
        case .down, .downMirrored: 180
        case .left, .leftMirrored: 270
        }
    }

    /// Whether the stored image must be flipped horizontally before it is rotated.
    package var isMirrored: Bool {
        switch self {
        case .up, .right, .down, .left: false
        case .upMirrored, .rightMirrored, .downMirrored, .leftMirrored: true
        }
    }
}

/// A horizontally flipped copy of an image, for the mirrored cases of `CGImagePropertyOrientation`.
package struct MirroredPixels: Sendable {
    private let bytes: [UInt8]
    private let description: ImageDescription

    /// Copies the image in its own format if flipping preserves it, and otherwise as red, green and blue; the colours
    /// of its pixels are the same either way. Throws if the size of the image is invalid.
    package init(_ view: ImageView) throws(TegataError) {
        guard view.staysWholeMirrored else {
            self = try view.rgbBytes().span.withUnsafeBytes { bytes throws(TegataError) in
                try MirroredPixels(ImageView(.rgb, width: view.width, height: view.height, bytes: bytes))
            }
            return
        }
        description = ImageDescription(
            format: view.format, width: view.width, height: view.height, encoding: view.encoding)
        let byteCount = view.format.byteCount(width: view.width, height: view.height)
        bytes = [UInt8](unsafeUninitializedCapacity: byteCount) { bytes, count in
            count = byteCount
            guard var target = UnsafeMutableRawPointer(bytes.baseAddress) else { return }
            for index in 0..<view.format.planeCount {
                let rowByteCount = view.format.rowByteCount(plane: index, width: view.width)
                let elementSize = view.format.elementSize(plane: index)
                let plane = view.plane(index)
                for row in 0..<view.format.rowCount(plane: index, height: view.height) {
                    copyReversed(
                        rowByteCount / elementSize, of: elementSize, from: plane.start + row * plane.rowStride,
                        to: target)
                    target += rowByteCount
                }
            }
        }
    }

    /// Passes the mirrored image to `body`.
    package func withImageView<Result>(_ body: (ImageView) throws -> Result) throws -> Result {
        try bytes.withUnsafeBytes { try body(description.view(of: $0)) }
    }
}

extension ImageView {
    /// Whether each sample covers the same pixels in the mirrored image, so that whole elements can be swapped.
    fileprivate var staysWholeMirrored: Bool {
        switch format {
        case .rgb, .rgba, .bgra, .gray: true
        case .nv12, .nv21, .i420: width.isMultiple(of: 2) && phaseX == 0 && phaseY == 0
        case .yuyv: false
        }
    }
}

extension PixelFormat {
    /// Returns the number of bytes in a plane that stay together in the mirrored image.
    fileprivate func elementSize(plane: Int) -> Int {
        switch self {
        case .rgb: 3
        case .rgba, .bgra, .yuyv: 4
        case .gray, .i420: 1
        case .nv12, .nv21: plane == 0 ? 1 : 2
        }
    }
}

/// Copies a row of elements in reverse order; each element has 1 to 4 bytes.
private func copyReversed(
    _ count: Int, of size: Int, from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer
) {
    func copy<Element: BitwiseCopyable>(as type: Element.Type) {
        for index in 0..<count {
            target.storeBytes(
                of: source.loadUnaligned(fromByteOffset: (count - 1 - index) * size, as: type),
                toByteOffset: index * size, as: type)
        }
    }
    switch size {
    case 1: copy(as: UInt8.self)
    case 2: copy(as: UInt16.self)
    case 4: copy(as: UInt32.self)
    default:
        for index in 0..<count {
            (target + index * size).copyMemory(from: source + (count - 1 - index) * size, byteCount: size)
        }
    }
}

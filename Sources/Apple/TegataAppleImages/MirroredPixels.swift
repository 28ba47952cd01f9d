import ImageIO
import TegataBuffers
import TegataPixels

extension CGImagePropertyOrientation {
    /// By how many degrees the picture must be turned clockwise to be upright, after it was mirrored where
    /// ``isMirrored`` says so.
    package var rotationDegrees: Int {
        switch self {
        case .up, .upMirrored: 0
        case .right, .rightMirrored: 90
        case .down, .downMirrored: 180
        case .left, .leftMirrored: 270
        }
    }

    /// Whether left and right of the stored picture must change places before it is turned.
    package var isMirrored: Bool {
        switch self {
        case .up, .right, .down, .left: false
        case .upMirrored, .rightMirrored, .downMirrored, .leftMirrored: true
        }
    }
}

/// A copy of a picture whose left and right have changed places: what is to be turned upright where
/// `CGImagePropertyOrientation` says that a picture is stored mirrored.
package struct MirroredPixels: Sendable {
    private let bytes: [UInt8]
    private let description: ImageDescription

    /// Copies the picture in its format where mirroring keeps that, and otherwise as red, green and blue; the colours
    /// of its pixels are the same either way. Throws where it has a size that no picture may have.
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

    /// Gives `body` the mirrored picture.
    package func withImageView<Result>(_ body: (ImageView) throws -> Result) throws -> Result {
        try bytes.withUnsafeBytes { try body(description.view(of: $0)) }
    }
}

extension ImageView {
    /// Whether each sample covers the same pixels in the mirrored picture, and only whole elements change places.
    fileprivate var staysWholeMirrored: Bool {
        switch format {
        case .rgb, .rgba, .bgra, .gray: true
        case .nv12, .nv21, .i420: width.isMultiple(of: 2) && phaseX == 0 && phaseY == 0
        case .yuyv: false
        }
    }
}

extension PixelFormat {
    /// How many bytes of a plane stay together when it is mirrored.
    fileprivate func elementSize(plane: Int) -> Int {
        switch self {
        case .rgb: 3
        case .rgba, .bgra, .yuyv: 4
        case .gray, .i420: 1
        case .nv12, .nv21: plane == 0 ? 1 : 2
        }
    }
}

/// Copies a row of elements of so many bytes, 1 to 4, from the last to the first.
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

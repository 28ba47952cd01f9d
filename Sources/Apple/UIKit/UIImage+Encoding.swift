import CoreGraphics
import CoreImage
import Foundation
import TegataImages
import TegataSystem

/// Images as files. The pixels are turned upright before they are written.
extension UIImage {
    /// The picture as a PNG file in memory, with its alpha if it has any; nil for an image without pixels and where
    /// they cannot be encoded.
    public func pngData() -> Data? {
        guard let upright = uprightPixels() else { return nil }
        guard upright.bitsPerPixel == 32 else {
            return upright.rgb.flatMap { try? $0.encoded(as: .png) }.map { Data($0) }
        }
        let image = RGBAImage(width: upright.width, height: upright.height, pixels: upright.pixels)
        return image.flatMap { try? $0.encoded() }.map { Data($0) }
    }

    /// The picture as a JPEG file in memory, with a quality from 0 to 1 and without alpha; nil for an image without
    /// pixels and where they cannot be encoded.
    public func jpegData(compressionQuality: CGFloat) -> Data? {
        let quality = compressionQuality.isNaN ? 1 : max(0, min(1, compressionQuality))
        let image = uprightPixels()?.rgb
        return image.flatMap { try? $0.encoded(as: .jpeg, quality: Int((100 * quality).rounded())) }.map { Data($0) }
    }

    private func uprightPixels() -> CGImage? {
        let stored = cgImage ?? ciImage.flatMap { CIContext().createCGImage($0, from: $0.extent) }
        guard let stored, let turn = EXIFOrientation(rawValue: imageOrientation.exifNumber) else { return nil }
        return stored.turned(by: turn)
    }
}

extension UIImage.Orientation {
    /// The number of the EXIF standard for it.
    fileprivate var exifNumber: UInt32 {
        let orientation: CGImagePropertyOrientation =
            switch self {
            case .up: .up
            case .upMirrored: .upMirrored
            case .down: .down
            case .downMirrored: .downMirrored
            case .left: .left
            case .leftMirrored: .leftMirrored
            case .right: .right
            case .rightMirrored: .rightMirrored
            }
        return orientation.rawValue
    }
}

extension CGImage {
    /// Red, green and blue without alpha; nil where there is no memory for them.
    fileprivate var rgb: RGBImage? {
        guard bitsPerPixel == 32 else { return RGBImage(width: width, height: height, pixels: pixels) }
        guard SystemMemory.has(3 * width * height) else { return nil }
        var colours: [UInt8] = []
        colours.reserveCapacity(3 * width * height)
        for offset in stride(from: 0, to: pixels.count, by: 4) { colours += pixels[offset..<offset + 3] }
        return RGBImage(width: width, height: height, pixels: colours)
    }
}

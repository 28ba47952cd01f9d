import TegataImages
import TegataPixels

/// Pictures that are turned and cut. Where there is no memory for one, or a side of a pixel buffer has more than 32767
/// pixels, it becomes a picture of nothing.
extension CIImage {
    /// The picture turned upright that is stored with `orientation`, its lower left corner at the origin.
    public func oriented(_ orientation: CGImagePropertyOrientation) -> CIImage {
        oriented(forExifOrientation: Int32(orientation.rawValue))
    }

    /// The picture turned upright that is stored with an orientation of the EXIF standard, from 1 to 8, its lower left
    /// corner at the origin; the picture itself for other numbers.
    public func oriented(forExifOrientation orientation: Int32) -> CIImage {
        guard let turn = UInt32(exactly: orientation).flatMap(EXIFOrientation.init(rawValue:)), turn != .upright else {
            return self
        }
        guard let turned = pixels()?.turned(by: turn) else { return .empty() }
        return CIImage(pixels: turned)
    }

    /// The part of the picture inside `rect`, which stays where it is in the plane.
    public func cropped(to rect: CGRect) -> CIImage {
        let part = extent.intersection(rect)
        guard !part.isEmpty else { return .empty() }
        guard part != extent else { return self }
        guard let covered = PixelRectangle(covering: part), let pixels = pixels(in: covered) else { return .empty() }
        return CIImage(extent: part, cgImage: pixels, pixelBuffer: nil)
    }
}

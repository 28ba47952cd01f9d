import CoreGraphics
import Foundation
import TegataBuffers
import TegataImages

/// Images from files: JPEG, PNG, PPM, PGM, PBM and PAM. All are nil where there is no picture that can be read.
///
/// Alpha is dropped. Pictures that a camera stored on their side are turned upright, so that their orientation is
/// always `up`.
extension UIImage {
    /// The picture in the file at `path`.
    public convenience init?(contentsOfFile path: String) {
        guard let image = try? RGBImage(readingFileAt: path, acceptingPipes: false) else { return nil }
        self.init(image, scale: 1)
    }

    /// The picture of a file in memory.
    public convenience init?(data: Data) {
        self.init(data: data, scale: 1)
    }

    /// The picture of a file in memory, with so many pixels per point.
    public convenience init?(data: Data, scale: CGFloat) {
        guard let image = try? RGBImage(decoding: Bytes([UInt8](data)), file: "data") else { return nil }
        self.init(image, scale: scale)
    }

    /// The picture called `name` among the resources of the program; without an ending, a PNG or JPEG file of that
    /// name.
    public convenience init?(named name: String) {
        self.init(named: name, in: nil, compatibleWith: nil)
    }

    /// The picture called `name` among the resources of a bundle, nil being that of the program; without an ending, a
    /// PNG or JPEG file of that name.
    public convenience init?(named name: String, in bundle: Bundle?, compatibleWith traitCollection: UITraitCollection?)
    {
        let bundle = bundle ?? .main
        let endings = [nil, "png", "jpg", "jpeg"]
        guard let path = endings.lazy.compactMap({ bundle.path(forResource: name, ofType: $0) }).first else {
            return nil
        }
        self.init(contentsOfFile: path)
    }

    private convenience init?(_ image: RGBImage, scale: CGFloat) {
        guard let pixels = CGImage(width: image.width, height: image.height, bitsPerPixel: 24, pixels: image.pixels)
        else { return nil }
        self.init(cgImage: pixels, scale: scale, orientation: .up)
    }
}

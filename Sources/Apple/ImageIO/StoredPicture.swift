import CoreGraphics
import TegataBuffers
import TegataImages

/// The image in a file, and the orientation of the camera.
package struct StoredPicture {
    /// The upright image, without alpha.
    package let upright: CGImage
    /// The change that turns the stored image upright.
    package let orientation: CGImagePropertyOrientation

    /// Decodes a file; nil if it contains no readable image.
    package init?(_ file: Bytes) {
        guard let image = try? RGBImage(decoding: file, file: "data"),
            let upright = CGImage(width: image.width, height: image.height, bitsPerPixel: 24, pixels: image.pixels)
        else { return nil }
        self.upright = upright
        orientation = Self.orientation(of: file)
    }

    /// Reads and decodes a file; nil if it contains no readable image.
    package init?(contentsOf url: URL) {
        guard let file = Self.bytes(contentsOf: url) else { return nil }
        self.init(file)
    }

    /// Returns the contents of a file; nil if it cannot be read, or if it is larger than any supported image.
    package static func bytes(contentsOf url: URL) -> Bytes? {
        guard url.isFileURL else { return nil }
        return try? RGBImage.bytes(ofFileAt: url.path, acceptingPipes: false)
    }

    /// Returns the change that turns the image in a file upright.
    package static func orientation(of file: Bytes) -> CGImagePropertyOrientation {
        EXIFOrientation(ofFile: file).flatMap { CGImagePropertyOrientation(rawValue: $0.rawValue) } ?? .up
    }

    /// The width and height of the image as it is stored.
    package var storedSize: (width: Int, height: Int) {
        let isTurned = EXIFOrientation(rawValue: orientation.rawValue)?.swapsSides == true
        return isTurned ? (upright.height, upright.width) : (upright.width, upright.height)
    }

    /// The image as it is stored; nil if there is not enough memory.
    package var stored: CGImage? {
        guard let turn = EXIFOrientation(rawValue: orientation.rawValue) else { return upright }
        return upright.turned(by: turn.inverse)
    }
}

extension CGImage {
    /// Returns the image turned upright from the orientation given in a file; nil if there is not enough memory.
    package func turned(by orientation: EXIFOrientation) -> CGImage? {
        guard orientation != .upright else { return self }
        guard
            let turned = try? orientation.turn(
                pixels, width: width, height: height, bytesPerPixel: bitsPerPixel / 8)
        else { return nil }
        let (newWidth, newHeight) = orientation.swapsSides ? (height, width) : (width, height)
        return CGImage(width: newWidth, height: newHeight, bitsPerPixel: bitsPerPixel, pixels: turned)
    }
}

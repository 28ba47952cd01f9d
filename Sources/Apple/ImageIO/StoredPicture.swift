import CoreGraphics
import TegataBuffers
import TegataImages

/// The picture of a file, and how a camera held it.
package struct StoredPicture {
    /// Alpha is dropped.
    package let upright: CGImage
    /// What has to be done to the stored picture to see it upright.
    package let orientation: CGImagePropertyOrientation

    /// Nil where there is no picture that can be read.
    package init?(_ file: Bytes) {
        guard let image = try? RGBImage(decoding: file, file: "data"),
            let upright = CGImage(width: image.width, height: image.height, bitsPerPixel: 24, pixels: image.pixels)
        else { return nil }
        self.upright = upright
        orientation = Self.orientation(of: file)
    }

    /// Nil where there is no file with a picture that can be read.
    package init?(contentsOf url: URL) {
        guard let file = Self.bytes(contentsOf: url) else { return nil }
        self.init(file)
    }

    /// Nil where a file cannot be read, or is larger than that of any picture that is.
    package static func bytes(contentsOf url: URL) -> Bytes? {
        guard url.isFileURL else { return nil }
        return try? RGBImage.bytes(ofFileAt: url.path, acceptingPipes: false)
    }

    /// What has to be done to the picture of a file to see it upright.
    package static func orientation(of file: Bytes) -> CGImagePropertyOrientation {
        EXIFOrientation(ofFile: file).flatMap { CGImagePropertyOrientation(rawValue: $0.rawValue) } ?? .up
    }

    /// The width and height of the picture as it is stored.
    package var storedSize: (width: Int, height: Int) {
        let isTurned = EXIFOrientation(rawValue: orientation.rawValue)?.swapsSides == true
        return isTurned ? (upright.height, upright.width) : (upright.width, upright.height)
    }

    /// The picture as it is stored; nil where there is no memory for it.
    package var stored: CGImage? {
        guard let turn = EXIFOrientation(rawValue: orientation.rawValue) else { return upright }
        return upright.turned(by: turn.inverse)
    }
}

extension CGImage {
    /// The picture turned as cameras say in files; nil where there is no memory for it.
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

import TegataBuffers
import TegataPixels

/// A picture of 8-bit red, green and blue samples, row after row from the top without gaps.
package struct RGBImage: Sendable {
    package let width: Int
    package let height: Int
    /// Three bytes per pixel: red, green, blue.
    package private(set) var pixels: [UInt8]
    /// What the file that it was read from says about it.
    package internal(set) var metadata = ImageMetadata()

    /// Forgets EXIF data, which may have a small picture of what was there before.
    package mutating func removeEXIF() {
        metadata.exif = []
    }

    /// The largest number of pixels that a picture may have: those of 512 MiB.
    package static let maximumPixelCount = ImageView.maximumPixelCount

    /// From one row to the next.
    package var bytesPerRow: Int { 3 * width }

    /// A picture with these samples, or nil where their number is not that of `width` × `height` pixels.
    package init?(width: Int, height: Int, pixels: [UInt8]) {
        guard width > 0, height > 0, Self.fits(width: width, height: height), pixels.count == 3 * width * height else {
            return nil
        }
        self.init(width: width, height: height, checkedPixels: pixels)
    }

    /// A picture in one colour; `width` and `height` must be above zero and their product within the limit.
    package init(width: Int, height: Int, filledWith colour: RGBColor = .black) {
        precondition(
            width > 0 && height > 0 && Self.fits(width: width, height: height), "a picture must have pixels and fit")
        var pixels: [UInt8] = []
        pixels.reserveCapacity(3 * width * height)
        for _ in 0..<width * height {
            pixels.append(colour.red)
            pixels.append(colour.green)
            pixels.append(colour.blue)
        }
        self.init(width: width, height: height, checkedPixels: pixels)
    }

    /// The sizes are known to fit.
    init(width: Int, height: Int, checkedPixels: [UInt8]) {
        self.width = width
        self.height = height
        pixels = checkedPixels
    }

    /// Whether so many pixels are within the limit.
    package static func fits(width: Int, height: Int) -> Bool {
        let (count, overflows) = width.multipliedReportingOverflow(by: height)
        return !overflows && count <= maximumPixelCount
    }

    /// The pixel in column `x` of row `y`, which must be inside.
    package subscript(x: Int, y: Int) -> RGBColor {
        precondition(x >= 0 && x < width, "the column is outside the picture")
        let offset = y * bytesPerRow + 3 * x
        return RGBColor(red: pixels[offset], green: pixels[offset + 1], blue: pixels[offset + 2])
    }

    /// Gives `body` the samples to change.
    @inline(__always)
    package mutating func withMutablePixels<Result, Failure: Error>(
        _ body: (inout MutableSpan<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var span = pixels.mutableSpan
        return try body(&span)
    }

    /// Gives `body` a view of the picture.
    package func withView<Result>(_ body: (ImageView) throws(TegataError) -> Result) throws(TegataError) -> Result {
        try pixels.span.withUnsafeBytes { bytes throws(TegataError) in
            try body(ImageView(.rgb, width: width, height: height, bytes: bytes))
        }
    }
}

extension RGBImage: Equatable {
    /// Whether the pixels are the same, whatever is said about them.
    package static func == (left: RGBImage, right: RGBImage) -> Bool {
        left.width == right.width && left.height == right.height && left.pixels == right.pixels
    }
}

/// A colour of 8-bit red, green and blue.
package struct RGBColor: Equatable, Sendable {
    package var red: UInt8
    package var green: UInt8
    package var blue: UInt8

    package init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    package static let black = RGBColor(red: 0, green: 0, blue: 0)
    package static let white = RGBColor(red: 255, green: 255, blue: 255)
}

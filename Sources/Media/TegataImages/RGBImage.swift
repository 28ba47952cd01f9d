import TegataBuffers
import TegataPixels

/// An image of 8-bit red, green and blue samples, row after row from the top without gaps.
package struct RGBImage: Sendable {
    package let width: Int
    package let height: Int
    /// Three bytes per pixel: red, green, blue.
    package private(set) var pixels: [UInt8]
    /// The metadata of the file that the image was read from.
    package internal(set) var metadata = ImageMetadata()

    /// Removes EXIF data, which may contain a thumbnail of the unchanged image.
    package mutating func removeEXIF() {
        metadata.exif = []
    }

    /// The maximum number of pixels in an image, which is limited to 512 MiB.
    package static let maximumPixelCount = ImageView.maximumPixelCount

    /// The number of bytes from one row to the next.
    package var bytesPerRow: Int { 3 * width }

    /// Creates an image from samples; nil if their number does not match the size.
    package init?(width: Int, height: Int, pixels: [UInt8]) {
        guard width > 0, height > 0, Self.fits(width: width, height: height), pixels.count == 3 * width * height else {
            return nil
        }
        self.init(width: width, height: height, checkedPixels: pixels)
    }

    /// Creates an image filled with one colour; `width` and `height` must be positive and their product within the
    /// limit.
    package init(width: Int, height: Int, filledWith colour: RGBColor = .black) {
        precondition(
            width > 0 && height > 0 && Self.fits(width: width, height: height), "an image must have pixels and fit")
        var pixels: [UInt8] = []
        pixels.reserveCapacity(3 * width * height)
        for _ in 0..<width * height {
            pixels.append(colour.red)
            pixels.append(colour.green)
            pixels.append(colour.blue)
        }
        self.init(width: width, height: height, checkedPixels: pixels)
    }

    /// Creates an image from samples that are known to match the size.
    init(width: Int, height: Int, checkedPixels: [UInt8]) {
        self.width = width
        self.height = height
        pixels = checkedPixels
    }

    /// Whether an image of this size is within the limit.
    package static func fits(width: Int, height: Int) -> Bool {
        let (count, overflows) = width.multipliedReportingOverflow(by: height)
        return !overflows && count <= maximumPixelCount
    }

    /// The pixel in column `x` of row `y`, which must be inside the image.
    package subscript(x: Int, y: Int) -> RGBColor {
        precondition(x >= 0 && x < width, "the column is outside the image")
        let offset = y * bytesPerRow + 3 * x
        return RGBColor(red: pixels[offset], green: pixels[offset + 1], blue: pixels[offset + 2])
    }

    /// Calls `body` with the samples, which it may change.
    @inline(__always)
    package mutating func withMutablePixels<Result, Failure: Error>(
        _ body: (inout MutableSpan<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var span = pixels.mutableSpan
        return try body(&span)
    }

    /// Calls `body` with a view of the image.
    package func withView<Result>(_ body: (ImageView) throws(TegataError) -> Result) throws(TegataError) -> Result {
        try pixels.span.withUnsafeBytes { bytes throws(TegataError) in
            try body(ImageView(.rgb, width: width, height: height, bytes: bytes))
        }
    }
}

extension RGBImage: Equatable {
    /// Whether the pixels are the same; metadata is ignored.
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

import TegataBuffers

/// The 8-bit samples of an image, with its file's channels, row after row from the top without gaps.
package struct StoredSamples: Sendable {
    package let width: Int
    package let height: Int
    /// The number of channels: 1 for gray or 3 for RGB, plus 1 with alpha.
    package let channelCount: Int
    package let values: [UInt8]

    /// Creates samples; the number of values must match the size.
    package init(width: Int, height: Int, channelCount: Int, values: [UInt8]) {
        self.width = width
        self.height = height
        self.channelCount = channelCount
        self.values = values
    }

    init(_ image: RGBImage) {
        self.init(width: image.width, height: image.height, channelCount: 3, values: image.pixels)
    }

    /// Reads an image from a regular file like ``RGBImage``, but decodes JPEG files with `decodeJPEG`, and keeps the
    /// alpha of PNG files.
    package init(
        readingFileAt path: String, decodingJPEG decodeJPEG: (Bytes) throws(ImageFileError.Problem) -> StoredSamples
    ) throws(ImageFileError) {
        let bytes = try RGBImage.bytes(ofFileAt: path, acceptingPipes: false)
        do throws(ImageFileError.Problem) {
            let kind = ImageKind(bytes)
            switch kind {
            case .jpeg: self = try decodeJPEG(bytes).turned(by: ImageMetadata(ofJPEG: bytes).orientation)
            case .png:
                self = try StoredSamples(decodingPNG: bytes, keepingChannels: true)
                    .turned(by: ImageMetadata(ofPNG: bytes).orientation)
            default: self.init(try RGBImage(decoding: bytes, other: kind))
            }
        } catch {
            throw ImageFileError(file: path, problem: error)
        }
    }

    /// Returns the upright image.
    func turned(by orientation: EXIFOrientation?) throws(ImageFileError.Problem) -> StoredSamples {
        guard let orientation, orientation != .upright else { return self }
        let turned = try orientation.turn(values, width: width, height: height, bytesPerPixel: channelCount)
        let (newWidth, newHeight) = orientation.swapsSides ? (height, width) : (width, height)
        return StoredSamples(width: newWidth, height: newHeight, channelCount: channelCount, values: turned)
    }
}

extension RGBImage {
    /// Returns the upright image.
    func turned(by orientation: EXIFOrientation?) throws(ImageFileError.Problem) -> RGBImage {
        RGBImage(try StoredSamples(self).turned(by: orientation))
    }

    /// Creates an image from three channels.
    init(_ samples: StoredSamples) {
        self.init(width: samples.width, height: samples.height, checkedPixels: samples.values)
    }
}

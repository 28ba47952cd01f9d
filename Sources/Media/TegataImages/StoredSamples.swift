import TegataBuffers

/// The 8-bit samples of an image with the channels of its file, row after row from the top without gaps.
package struct StoredSamples: Sendable {
    package let width: Int
    package let height: Int
    /// The number of channels: 1 for gray or 3 for RGB, plus 1 with alpha.
    package let channelCount: Int
    package let values: [UInt8]

    /// The number of values must match the size.
    init(width: Int, height: Int, channelCount: Int, values: [UInt8]) {
        self.width = width
        self.height = height
        self.channelCount = channelCount
        self.values = values
    }

    init(_ image: RGBImage) {
        self.init(width: image.width, height: image.height, channelCount: 3, values: image.pixels)
    }

    /// Reads an image from a regular file like ``RGBImage``; alpha is kept only for PNG files.
    package init(readingFileAt path: String) throws(ImageFileError) {
        let bytes = try RGBImage.bytes(ofFileAt: path, acceptingPipes: false)
        let kind = ImageKind(bytes)
        if case .png = kind {
            do throws(ImageFileError.Problem) {
                self = try StoredSamples(decodingPNG: bytes, keepingChannels: true)
                    .turned(by: ImageMetadata(ofPNG: bytes).orientation)
            } catch {
                throw ImageFileError(file: path, problem: error)
            }
            return
        }
        let image = try RGBImage(decoding: bytes, file: path)
        self.init(image)
        if case .jpeg = kind, JPEGSegments.isGray(bytes) { self = gray }
    }

    /// Returns the upright image.
    func turned(by orientation: EXIFOrientation?) throws(ImageFileError.Problem) -> StoredSamples {
        guard let orientation, orientation != .upright else { return self }
        let turned = try orientation.turn(values, width: width, height: height, bytesPerPixel: channelCount)
        let (newWidth, newHeight) = orientation.swapsSides ? (height, width) : (width, height)
        return StoredSamples(width: newWidth, height: newHeight, channelCount: channelCount, values: turned)
    }

    /// The first channel only.
    private var gray: StoredSamples {
        var gray: [UInt8] = []
        gray.reserveCapacity(width * height)
        for index in stride(from: 0, to: values.count, by: channelCount) { gray.append(values[index]) }
        return StoredSamples(width: width, height: height, channelCount: 1, values: gray)
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

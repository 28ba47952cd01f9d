import TegataBuffers

extension RGBImage {
    /// Decodes PBM, PGM and PPM, as text or binary, and PAM; of several pictures in a file the first.
    ///
    /// Samples are scaled to 0…255 and rounded to nearest, ties to even.
    static func decodeAnymap(_ bytes: Bytes) throws(ImageFileError.Problem) -> RGBImage {
        let (header, samples) = try AnymapHeader.read(bytes)
        let pixels =
            switch header.coding {
            case .text: try header.decodeText(samples)
            case .bits: try header.decodeBits(samples)
            case .binary: try header.decodeBinary(samples)
            }
        return RGBImage(width: header.width, height: header.height, checkedPixels: pixels)
    }
}

extension AnymapHeader {
    /// What each sample in the file becomes.
    private var scale: [UInt8] {
        (0...largestSample).map {
            let value = UInt8((Double($0) / Double(largestSample) * 255).rounded(.toNearestOrEven))
            return isBitmap ? 255 - value : value
        }
    }

    fileprivate func decodeText(_ samples: Bytes) throws(ImageFileError.Problem) -> [UInt8] {
        let scale = scale
        var reader = AnymapTextReader(samples)
        // Every sample takes a byte at least, so that a short file cannot ask for much memory.
        guard width * height * samplesPerPixel <= samples.count else { throw .truncated }
        return try newPixels(count: 3 * width * height) { (pixels) throws(ImageFileError.Problem) in
            for pixel in 0..<width * height {
                for channel in 0..<3 {
                    if channel > 0 && samplesPerPixel == 1 {
                        pixels[3 * pixel + channel] = pixels[3 * pixel]
                        continue
                    }
                    let sample = try isBitmap ? reader.digit() : reader.number()
                    guard sample <= largestSample else {
                        throw .damaged("a sample of \(sample), declared are at most \(largestSample)")
                    }
                    pixels[3 * pixel + channel] = scale[sample]
                }
            }
        }
    }

    fileprivate func decodeBits(_ samples: Bytes) throws(ImageFileError.Problem) -> [UInt8] {
        let bytesPerRow = (width + 7) / 8
        guard bytesPerRow * height <= samples.count else { throw .truncated }
        return try samples.withSpan { (span) throws(ImageFileError.Problem) in
            try newPixels(count: 3 * width * height) { pixels in
                var target = 0
                for y in 0..<height {
                    for x in 0..<width {
                        let byte = span.unsafeLoad(fromByteOffset: y * bytesPerRow + x / 8, as: UInt8.self)
                        let value: UInt8 = byte & 0x80 >> UInt8(x % 8) == 0 ? 255 : 0
                        for channel in 0..<3 { pixels[target + channel] = value }
                        target += 3
                    }
                }
            }
        }
    }

    fileprivate func decodeBinary(_ samples: Bytes) throws(ImageFileError.Problem) -> [UInt8] {
        let bytesPerSample = largestSample > 255 ? 2 : 1
        let count = width * height * samplesPerPixel * bytesPerSample
        guard let samples = samples.slice(at: 0, count: count) else { throw .truncated }
        if samplesPerPixel == 3 && largestSample == 255 {
            guard PixelMemory.has(count) else { throw .memoryShort(byteCount: count) }
            return samples.array()
        }
        let scale = scale
        return try samples.withSpan { (span) throws(ImageFileError.Problem) in
            try newPixels(count: 3 * width * height) { pixels in
                for pixel in 0..<width * height {
                    for channel in 0..<3 {
                        let index = pixel * samplesPerPixel + (samplesPerPixel < 3 ? 0 : channel)
                        let sample =
                            bytesPerSample == 1
                            ? Int(span.unsafeLoad(fromByteOffset: index, as: UInt8.self))
                            : Int(
                                UInt16(bigEndian: span.unsafeLoadUnaligned(fromByteOffset: 2 * index, as: UInt16.self)))
                        pixels[3 * pixel + channel] = scale[min(sample, largestSample)]
                    }
                }
            }
        }
    }
}

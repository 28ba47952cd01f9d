import CTegataImageCodecs
import TegataBuffers

extension RGBImage {
    /// Decodes the stored samples: alpha and everything that says how they should look are ignored.
    static func decodePNG(_ bytes: Bytes) throws(ImageFileError.Problem) -> RGBImage {
        try bytes.withSpan { (span) throws(ImageFileError.Problem) in
            try span.withUnsafeBytes { (input) throws(ImageFileError.Problem) in
                try decodePNG(input)
            }
        }
    }

    private static func decodePNG(_ input: UnsafeRawBufferPointer) throws(ImageFileError.Problem) -> RGBImage {
        var failure = tegata_codec_failure()
        // The decoder keeps the address of the failure while it lives.
        return try withUnsafeMutablePointer(to: &failure) { (failure) throws(ImageFileError.Problem) in
            let start = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
            guard let decoder = tegata_png_decoder_create(start, input.count, failure) else {
                throw failure.pointee.library_missing ? failure.pointee.problem : .damaged("out of memory")
            }
            defer { tegata_png_decoder_destroy(decoder) }
            var header = tegata_image_header()
            guard tegata_png_decoder_read_header(decoder, &header) else { throw failure.pointee.problem }
            let (width, height) = (Int(header.width), Int(header.height))
            try check(width: width, height: height)
            let pixels = try newPixels(count: 3 * width * height) { (pixels) throws(ImageFileError.Problem) in
                guard tegata_png_decoder_read_image(decoder, pixels.baseAddress, 3 * width) else {
                    throw failure.pointee.problem
                }
                if header.bits_per_sample == 16 { spreadDeepGray(pixels, width: width, height: height) }
            }
            return RGBImage(width: width, height: height, checkedPixels: pixels)
        }
    }

    /// Turns rows that begin with 16-bit gray samples into colour in place.
    ///
    /// Values above 255 become white: that is what Pillow makes of such pictures, and so what models were fed with.
    private static func spreadDeepGray(_ pixels: UnsafeMutableBufferPointer<UInt8>, width: Int, height: Int) {
        for y in 0..<height {
            let row = y * 3 * width
            // From the right, so that no sample is overwritten before it is read.
            for x in stride(from: width - 1, through: 0, by: -1) {
                let value = pixels[row + 2 * x] == 0 ? pixels[row + 2 * x + 1] : 255
                for channel in 0..<3 { pixels[row + 3 * x + channel] = value }
            }
        }
    }
}

import CTegataImageCodecs
import TegataBuffers

extension RGBImage {
    /// Decodes the stored image with libjpeg's defaults (slow integer transform, smooth upsampling). If `size` is
    /// given, as for video frames, the image must have it.
    package init(
        decodingJPEG bytes: Bytes, size: (width: Int, height: Int)? = nil
    ) throws(ImageFileError.Problem) {
        self = try withDecoder(
            of: bytes, tegata_jpeg_decoder_create, tegata_jpeg_decoder_destroy
        ) { (decoder, failure) throws(ImageFileError.Problem) in
            var header = tegata_image_header()
            guard tegata_jpeg_decoder_read_header(decoder, &header) else { throw failure.pointee.problem }
            if let size, size != (Int(header.width), Int(header.height)) {
                throw .damaged("\(header.width)×\(header.height) pixels instead of \(size.width)×\(size.height)")
            }
            let (width, height, reduction) = try header.size()
            guard [1, 3, 4].contains(header.component_count) else {
                throw .unsupported("JPEG with \(header.component_count) colour components is")
            }
            guard tegata_jpeg_decoder_start(decoder, UInt32(reduction)) else { throw failure.pointee.problem }
            let pixels = try newPixels(count: 3 * width * height) { (pixels) throws(ImageFileError.Problem) in
                if header.component_count == 4 {
                    try Self.readCMYK(decoder, width: width, height: height, failure, into: pixels)
                } else {
                    guard
                        tegata_jpeg_decoder_read_rows(decoder, pixels.baseAddress, 3 * width, UInt32(height))
                    else { throw failure.pointee.problem }
                }
            }
            guard tegata_jpeg_decoder_finish(decoder) else { throw failure.pointee.problem }
            return RGBImage(width: width, height: height, checkedPixels: pixels)
        }
    }

    /// Files with four components hold inverted ink values, regardless of what they declare; all readers follow Adobe's
    /// convention.
    private static func readCMYK(
        _ decoder: OpaquePointer, width: Int, height: Int, _ failure: UnsafeMutablePointer<tegata_codec_failure>,
        into pixels: UnsafeMutableBufferPointer<UInt8>
    ) throws(ImageFileError.Problem) {
        var row = [UInt8](repeating: 0, count: 4 * width)
        for y in 0..<height {
            guard tegata_jpeg_decoder_read_rows(decoder, &row, row.count, 1) else { throw failure.pointee.problem }
            for x in 0..<width {
                let light = Int(row[4 * x + 3])
                for channel in 0..<3 {
                    // Compute ink · light / 255, rounded.
                    let product = (255 - Int(row[4 * x + channel])) * light + 128
                    pixels[3 * (y * width + x) + channel] = UInt8(light - (product + product >> 8) >> 8)
                }
            }
        }
    }
}

/// Iterates over the segments of a JPEG file that precede its samples.
struct JPEGSegments: Sequence, IteratorProtocol {
    private let bytes: Bytes
    private var offset = 2

    init(_ bytes: Bytes) {
        self.bytes = bytes
    }

    mutating func next() -> (marker: UInt8, content: Bytes)? {
        while let byte: UInt8 = bytes.integer(at: offset), byte == 0xFF,
            let marker: UInt8 = bytes.integer(at: offset + 1)
        {
            if marker == 0xFF {
                offset += 1  // Any number of these may come before a marker.
                continue
            }
            // The metadata ends at the start of the scan or the end of the image.
            guard marker != 0xDA, marker != 0xD9, let length: UInt16 = bytes.integer(at: offset + 2) else { return nil }
            let count = Int(length.byteSwapped)
            guard count >= 2, let content = bytes.slice(at: offset + 4, count: count - 2) else { return nil }
            offset += 2 + count
            return (marker, content)
        }
        return nil
    }
}

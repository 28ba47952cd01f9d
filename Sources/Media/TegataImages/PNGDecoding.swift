import CTegataImageCodecs
import TegataBuffers
import TegataPixels

extension StoredSamples {
    /// Decodes the samples of a PNG file; without `keepingChannels`, as red, green and blue. Images above the size
    /// limit are reduced, and then always have three channels.
    init(decodingPNG bytes: Bytes, keepingChannels: Bool) throws(ImageFileError.Problem) {
        self = try withDecoder(
            of: bytes, tegata_png_decoder_create, tegata_png_decoder_destroy
        ) { (decoder, failure) throws(ImageFileError.Problem) in
            var header = tegata_image_header()
            guard tegata_png_decoder_read_header(decoder, keepingChannels, &header) else {
                throw failure.pointee.problem
            }
            let (width, height, reduction) = try header.size()
            guard reduction == 1 || !keepingChannels else {
                return try StoredSamples(decodingPNG: bytes, keepingChannels: false)
            }
            // The library allocates several whole rows before it reads any samples.
            guard max(width, height) <= ImageView.maximumSide else {
                throw .sideTooLong(width: width, height: height, limit: ImageView.maximumSide)
            }
            let channelCount = Int(header.component_count)
            let values = try newPixels(count: channelCount * width * height) {
                (pixels) throws(ImageFileError.Problem) in
                let isRead =
                    reduction == 1
                    ? tegata_png_decoder_read_image(decoder, pixels.baseAddress, channelCount * width)
                    : tegata_png_decoder_read_reduced(decoder, pixels.baseAddress, UInt32(reduction))
                guard isRead else { throw failure.pointee.problem }
            }
            return StoredSamples(width: width, height: height, channelCount: channelCount, values: values)
        }
    }
}

/// Iterates over the chunks of a PNG file, including its pixels, up to the first incomplete chunk.
struct PNGChunks: Sequence, IteratorProtocol {
    private let bytes: Bytes
    private var offset = 8

    init(_ bytes: Bytes) {
        self.bytes = bytes
    }

    mutating func next() -> (kind: String, content: Bytes)? {
        guard let size: UInt32 = bytes.integer(at: offset), let kind = bytes.text(at: offset + 4, count: 4),
            let content = bytes.slice(at: offset + 8, count: Int(size.byteSwapped)), kind != "IEND"
        else { return nil }
        offset += 12 + content.count
        return (kind, content)
    }
}

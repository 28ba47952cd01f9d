import CTegataSTB
import TegataBuffers
import TegataImages

extension StoredSamples {
    /// Decodes a JPEG file to the pixels that MediaPipe gets, with the channels of the file: gray or RGB.
    init(decodingJPEGAsMediaPipe bytes: Bytes) throws(ImageFileError.Problem) {
        self = try bytes.withSpan { (span) throws(ImageFileError.Problem) in
            try span.withUnsafeBytes { (file) throws(ImageFileError.Problem) in
                let start = file.baseAddress?.assumingMemoryBound(to: UInt8.self)
                var header = tegata_stb_header()
                if let fault = tegata_stb_read_header(start, file.count, &header) {
                    throw .damaged(String(cString: fault))
                }
                let (width, height, channelCount) = (Int(header.width), Int(header.height), Int(header.channel_count))
                try RGBImage.check(width: width, height: height)
                let byteCount = channelCount * width * height
                let values = try newPixels(count: byteCount) { (pixels) throws(ImageFileError.Problem) in
                    guard let fault = tegata_stb_decode(start, file.count, header, pixels.baseAddress) else { return }
                    let reason = String(cString: fault)
                    throw reason == "outofmem" ? .memoryShort(byteCount: 2 * byteCount) : .damaged(reason)
                }
                return StoredSamples(width: width, height: height, channelCount: channelCount, values: values)
            }
        }
    }
}

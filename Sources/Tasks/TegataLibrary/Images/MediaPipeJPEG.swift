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
                    throw .of(fault, memoryNeeded: 1 << 16)
                }
                let (width, height, channelCount) = (Int(header.width), Int(header.height), Int(header.channel_count))
                try RGBImage.check(width: width, height: height)
                let byteCount = channelCount * width * height
                let values = try newPixels(count: byteCount) { (pixels) throws(ImageFileError.Problem) in
                    guard let fault = tegata_stb_decode(start, file.count, header, pixels.baseAddress) else { return }
                    throw .of(fault, memoryNeeded: 2 * byteCount)
                }
                return StoredSamples(width: width, height: height, channelCount: channelCount, values: values)
            }
        }
    }
}

extension ImageFileError.Problem {
    /// The problem that stb_image names so.
    fileprivate static func of(_ fault: UnsafePointer<CChar>, memoryNeeded: Int) -> Self {
        let reason = String(cString: fault)
        return reason == "outofmem" ? .memoryShort(byteCount: memoryNeeded) : .damaged(reason)
    }
}

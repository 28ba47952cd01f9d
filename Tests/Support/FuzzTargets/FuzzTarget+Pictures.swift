import TegataBuffers
import TegataImages
import TegataJPEG

extension FuzzTarget {
    static let pictures =
        ["jpeg", "png", "anymap"].map { name in
            FuzzTarget(name) { (bytes) throws(ImageFileError) in
                guard !declaresLargeJPEG(bytes) else { return }
                let picture = try RGBImage(decoding: bytes, file: "file", decoder: noDecoder)
                use(picture.metadata.filmFocalLength)
                // Writes the image again, together with the metadata that it keeps.
                if picture.pixels.count < 1 << 20 { use(try? picture.encoded(as: name == "jpeg" ? .jpeg : .png)) }
            }
        } + [
            FuzzTarget("mediapipejpeg") { (bytes) throws(ImageFileError.Problem) in
                guard !declaresLargeJPEG(bytes, limit: 1 << 11) else { return }
                use(try StoredSamples(decodingJPEGAsMediaPipe: bytes))
            },
            FuzzTarget("orientation") { (bytes) throws(Never) in use(EXIFOrientation(ofFile: bytes)) },
            // Other formats such as WebP, HEIF and AVIF: only the parts that Tegata reads before ffmpeg decodes the
            // image.
            FuzzTarget("foreign") { (bytes) throws(ImageFileError) in
                use(try RGBImage(decoding: bytes, file: "file", decoder: noDecoder))
            },
        ]

    /// Returns whether a JPEG in the bytes declares more pixels than the limit. Such files take time without reaching
    /// more code than smaller ones.
    static func declaresLargeJPEG(_ bytes: Bytes, limit: Int = 1 << 20) -> Bool {
        bytes.withSpan { span in
            span.withUnsafeBytes { bytes in
                bytes.indices.dropLast(8).contains { index in
                    guard bytes[index] == 0xFF, 0xC0...0xCF ~= bytes[index + 1],
                        ![0xC4, 0xC8, 0xCC].contains(bytes[index + 1])
                    else { return false }
                    let height = Int(bytes[index + 5]) << 8 | Int(bytes[index + 6])
                    let width = Int(bytes[index + 7]) << 8 | Int(bytes[index + 8])
                    return width * height > limit
                }
            }
        }
    }

    /// The decoder for other formats, which does not exist.
    private static let noDecoder = "/nowhere/decoder"
}

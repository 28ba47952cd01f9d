import TegataBuffers
import TegataImages

extension FuzzTarget {
    static let pictures =
        ["jpeg", "png", "anymap"].map { name in
            FuzzTarget(name) { (bytes) throws(ImageFileError) in
                let picture = try RGBImage(decoding: bytes, file: "file", decoder: noDecoder)
                use(picture.metadata.filmFocalLength)
                // What is kept of a photograph is written with it again.
                if picture.pixels.count < 1 << 20 { use(try? picture.encoded(as: name == "jpeg" ? .jpeg : .png)) }
            }
        } + [
            FuzzTarget("orientation") { (bytes) throws(Never) in use(EXIFOrientation(ofFile: bytes)) },
            // WebP, HEIF, AVIF and others: what is read of them before the program gets them.
            FuzzTarget("foreign") { (bytes) throws(ImageFileError) in
                use(try RGBImage(decoding: bytes, file: "file", decoder: noDecoder))
            },
        ]

    /// Pictures of other kinds are given to a program; this one there is not.
    private static let noDecoder = "/nowhere/decoder"
}

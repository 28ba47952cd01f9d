/// The kinds of picture that are written.
package enum ImageFormat: Sendable {
    case jpeg, png, ppm

    /// The format that the ending of a file's name stands for.
    package init?(path: String) {
        let name = path.lowercased()
        if name.hasSuffix(".png") {
            self = .png
        } else if name.hasSuffix(".jpg") || name.hasSuffix(".jpeg") {
            self = .jpeg
        } else if name.hasSuffix(".ppm") {
            self = .ppm
        } else {
            return nil
        }
    }

    /// Whether the ending of a file's name is one of pictures that can be read.
    package static func isReadable(path: String) -> Bool {
        let name = path.lowercased()
        return readableEndings.contains { name.hasSuffix("." + $0) }
    }

    /// What names of pictures that can be read end with, behind a dot.
    package static let readableEndings = [
        "jpg", "jpeg", "png", "ppm", "pgm", "pbm", "pam", "pnm", "webp", "heic", "heif", "avif", "tif", "tiff", "bmp",
        "gif", "jxl",
    ]
}

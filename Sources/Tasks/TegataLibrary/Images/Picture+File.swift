import TegataImages
import TegataSystem

extension Picture {
    /// Reads a file, and turns the picture upright.
    convenience init(readingFileAt path: String) throws(CallError) {
        let image: RGBImage
        do throws(ImageFileError) {
            image = try RGBImage(readingFileAt: path, acceptingPipes: false)
        } catch {
            throw CallError(error)
        }
        let (pixels, width) = (image.pixels, image.width)
        try self.init(format: .srgb, width: width, height: image.height) { row, target in
            pixels.withUnsafeBytes { source in
                guard let start = source.baseAddress else { return }
                target.copyMemory(from: start + row * 3 * width, byteCount: 3 * width)
            }
        }
    }
}

extension CallError {
    fileprivate init(_ error: ImageFileError) {
        switch error.problem {
        case .unreadable(.notFound): self.init(.notFound, "Can't find file: \(error.file)")
        case .unreadable(.permissionDenied):
            self.init(.permissionDenied, "Error while reading file: \(error.description)")
        case .unreadable: self.init(.unknown, "Error while reading file: \(error.description)")
        case .memoryShort: self.init(.resourceExhausted, error.description)
        default: self.init(.internal, "Failed to load image from file (\(error.description))")
        }
    }
}

import TegataImages
import TegataSystem

extension Picture {
    /// Reads a file, and turns the picture upright.
    convenience init(readingFileAt path: String) throws(CallError) {
        let samples: StoredSamples
        do { samples = try StoredSamples(readingFileAt: path) } catch { throw CallError(error) }
        let format: PictureFormat
        switch samples.channelCount {
        case 1: format = .gray8
        case 3: format = .srgb
        case 4: format = .srgba
        default:
            throw CallError(
                .invalidArgument,
                "Expected image with 1 (grayscale), 3 (RGB) or 4 (RGBA) channels, "
                    + "found \(samples.channelCount) channels.")
        }
        let rowBytes = samples.width * samples.channelCount
        try self.init(format: format, width: samples.width, height: samples.height) { row, target in
            samples.values.withUnsafeBytes { source in
                guard let start = source.baseAddress else { return }
                target.copyMemory(from: start + row * rowBytes, byteCount: rowBytes)
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
        case let problem where problem.isWantOfMemory: self.init(.resourceExhausted, error.description)
        case .unreadable: self.init(.unknown, "Error while reading file: \(error.description)")
        default: self.init(.internal, "Failed to load image from file (\(error.description))")
        }
    }
}

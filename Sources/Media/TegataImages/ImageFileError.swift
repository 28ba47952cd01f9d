import TegataBuffers
import TegataSystem

/// An error while reading or writing an image.
package struct ImageFileError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The path as given by the caller.
    package var file: String
    package var problem: Problem

    package enum Problem: Error, Equatable, Sendable {
        case unreadable(FileError.Reason)
        case empty
        /// Nothing is connected to standard input.
        case nothingSent
        /// The format is not supported; `likely` is its name, if known.
        case kindUnknown(likely: String?)
        /// The file ends before the image does.
        case truncated
        /// The data is damaged; the text is the library's message.
        case damaged(String)
        /// The format allows the feature, but Tegata does not support it.
        case unsupported(String)
        case tooManyPixels(width: Int, height: Int, limit: Int = RGBImage.maximumPixelCount)
        /// The size of the image, after reduction if it was reduced.
        case sideTooLong(width: Int, height: Int, limit: Int)
        /// Not enough memory is available.
        case memoryShort(byteCount: Int)
        /// The path is a URL.
        case address
        /// The program that decodes the format is not on the PATH.
        case programMissing(kind: String, program: String)
        /// The program could not decode the image; `reason` is its message.
        case notDecoded(kind: String, program: String, reason: String)
        /// The library for the format cannot be loaded; the text is the system's message.
        case libraryMissing(String)
        /// The file extension does not belong to a format that can be written.
        case nameEndingUnknown
        case notEncoded(String)
        case unwritable(FileError.Reason)
    }

    package init(file: String, problem: Problem) {
        self.file = file
        self.problem = problem
    }

    package var description: String {
        switch problem {
        case .unreadable(let reason), .unwritable(let reason): FileError(path: file, reason: reason).description
        default: "\(file): \(problem.summary); \(problem.advice)"
        }
    }
}

extension ImageFileError.Problem {
    /// The problem.
    package var summary: String {
        switch self {
        case .unreadable: "cannot be read"
        case .empty: "the file is empty"
        case .nothingSent: "there is no image"
        case .kindUnknown(nil): "not an image in a supported format"
        case .kindUnknown(let likely?): "\(likely), not an image"
        case .truncated: "the file ends before the image does"
        case .damaged(let reason): "the image is damaged (\(reason))"
        case .unsupported(let what): "\(what) not supported"
        case .tooManyPixels(let width, let height, let limit):
            "\(width)×\(height) pixels exceed the limit of \(limit)"
        case .sideTooLong(let width, let height, let limit):
            "\(width)×\(height) pixels exceed the limit of \(limit) per side"
        case .memoryShort(let byteCount):
            "not enough memory: the image needs \(max(1, byteCount >> 20)) MiB"
        case .address: "is a URL, but Tegata does not download files"
        case .programMissing(let kind, let program):
            "\(kind) is read through the program \(program), which is not on the PATH"
        case .notDecoded(let kind, let program, let reason):
            "\(kind) that is damaged or that \(program) cannot read (\(reason))"
        case .libraryMissing(let reason): "the library for this image format cannot be loaded (\(reason))"
        case .nameEndingUnknown: "the name does not end in .png, .jpg, .jpeg or .ppm"
        case .notEncoded(let reason): "the image cannot be encoded (\(reason))"
        case .unwritable: "cannot be written"
        }
    }

    /// Whether there was not enough memory for the file or its image.
    package var isWantOfMemory: Bool {
        switch self {
        case .memoryShort: true
        case .unreadable(let reason): reason.isWantOfMemory
        default: false
        }
    }

    /// The remedy.
    var advice: String {
        switch self {
        case .unreadable, .unwritable: ""
        case .empty, .truncated, .damaged: "copy or save it again"
        case .nothingSent: "send one with < FILE, or from a program with |"
        case .kindUnknown("a video"): "use tegata track for videos"
        case .kindUnknown(ImageKind.bundle), .kindUnknown(ImageKind.network):
            "pass bundles with --model, and images without an option"
        case .kindUnknown, .unsupported: "save it as 8-bit JPEG or PNG"
        case .tooManyPixels, .sideTooLong: "make it smaller"
        case .memoryShort: "make it smaller, process fewer at a time (-j 1) or allow more memory"
        case .address: "download it first: curl -O ADDRESS"
        case .programMissing(_, let program):
            "install it: apt-get install \(program), or save the image as JPEG or PNG"
        case .notDecoded(ImageKind.heif.article, _, _):
            "convert it to JPEG: heif-convert PHOTO.heic PHOTO.jpg (apt-get install libheif-examples)"
        case .notDecoded: "save it as JPEG or PNG"
        case .libraryMissing: "install libjpeg62-turbo (libjpeg-turbo8 on Ubuntu) and libpng16-16"
        case .nameEndingUnknown: "choose one of these endings"
        case .notEncoded: "choose another format or make the image smaller"
        }
    }
}

import TegataBuffers
import TegataSystem

/// Why a picture could not be read or written.
package struct ImageFileError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The path as the caller gave it.
    package var file: String
    package var problem: Problem

    package enum Problem: Error, Equatable, Sendable {
        case unreadable(FileError.Reason)
        case empty
        /// Nothing is connected to the standard input.
        case nothingSent
        /// No kind of picture that is read here; the name of what it is, where that is known.
        case kindUnknown(likely: String?)
        /// The file ends before the picture does.
        case truncated
        /// What is wrong with the data, in the words of the library that decodes it.
        case damaged(String)
        /// Something that the format allows but that is not read here.
        case unsupported(String)
        case tooManyPixels(width: Int, height: Int, limit: Int = RGBImage.maximumPixelCount)
        /// As it would be read, after it was made smaller.
        case sideTooLong(width: Int, height: Int, limit: Int)
        /// There is not so much memory.
        case memoryShort(byteCount: Int)
        /// The path is an address of the web.
        case address
        /// The program that decodes such pictures is not on the PATH.
        case programMissing(kind: String, program: String)
        /// The program could not decode the picture; why, in its words.
        case notDecoded(kind: String, program: String, reason: String)
        /// The library that reads and writes such pictures cannot be loaded; why, in the system's words.
        case libraryMissing(String)
        /// The name does not end as those of pictures that can be written do.
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
    /// What is wrong.
    package var summary: String {
        switch self {
        case .unreadable: "cannot be read"
        case .empty: "the file is empty"
        case .nothingSent: "there is no picture"
        case .kindUnknown(nil): "no picture of a kind that is read here"
        case .kindUnknown(let likely?): "\(likely) is not read here"
        case .truncated: "the file ends before the picture does"
        case .damaged(let reason): "the picture is damaged (\(reason))"
        case .unsupported(let what): "\(what) not supported"
        case .tooManyPixels(let width, let height, let limit):
            "\(width)×\(height) pixels are more than the \(limit) that are allowed"
        case .sideTooLong(let width, let height, let limit):
            "\(width)×\(height) pixels have a side of more than the \(limit) that are allowed"
        case .memoryShort(let byteCount):
            "the picture needs \(max(1, byteCount >> 20)) MiB of memory that are not there"
        case .address: "is an address, and nothing is fetched here"
        case .programMissing(let kind, let program):
            "\(kind) is read through the program \(program), which is not on the PATH"
        case .notDecoded(let kind, let program, let reason):
            "\(kind) that is damaged, or that \(program) does not read (\(reason))"
        case .libraryMissing(let reason): "the library for such pictures cannot be loaded (\(reason))"
        case .nameEndingUnknown: "the name does not end in .png, .jpg, .jpeg or .ppm"
        case .notEncoded(let reason): "the picture cannot be encoded (\(reason))"
        case .unwritable: "cannot be written"
        }
    }

    /// Whether there was no memory for the file or its picture.
    package var isWantOfMemory: Bool {
        switch self {
        case .memoryShort: true
        case .unreadable(let reason): reason.isWantOfMemory
        default: false
        }
    }

    /// What to do about it.
    var advice: String {
        switch self {
        case .unreadable, .unwritable: ""
        case .empty, .truncated, .damaged: "copy or save it again"
        case .nothingSent: "send one with < FILE, or from a program with |"
        case .kindUnknown("a video"): "use tegata track for videos"
        case .kindUnknown(ImageKind.bundle), .kindUnknown(ImageKind.network):
            "name bundles with --model, and pictures without an option"
        case .kindUnknown, .unsupported: "save it as 8-bit JPEG or PNG"
        case .tooManyPixels, .sideTooLong: "make it smaller"
        case .memoryShort: "make it smaller, work on fewer at a time (-j 1) or allow more memory"
        case .address: "fetch it first: curl -O ADDRESS"
        case .programMissing(_, let program):
            "install it: apt-get install \(program), or save the picture as JPEG or PNG"
        case .notDecoded(ImageKind.heif.article, _, _):
            "make a JPEG of it: heif-convert PHOTO.heic PHOTO.jpg (apt-get install libheif-examples)"
        case .notDecoded: "save it as JPEG or PNG"
        case .libraryMissing: "install libjpeg62-turbo (libjpeg-turbo8 on Ubuntu) and libpng16-16"
        case .nameEndingUnknown: "choose one of these endings"
        case .notEncoded: "choose another kind of file or make the picture smaller"
        }
    }
}

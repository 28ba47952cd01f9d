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
        /// No kind of picture that is read here; the name of what it is, where that is known.
        case kindUnknown(likely: String?)
        /// The file ends before the picture does.
        case truncated
        /// What is wrong with the data, in the words of the library that decodes it.
        case damaged(String)
        /// Something that the format allows but that is not read here.
        case unsupported(String)
        case tooManyPixels(width: Int, height: Int)
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
    var summary: String {
        switch self {
        case .unreadable: "cannot be read"
        case .empty: "the file is empty"
        case .kindUnknown(nil): "neither a JPEG, PNG nor PPM, PGM, PBM or PAM picture"
        case .kindUnknown(let likely?): "\(likely) is not read here"
        case .truncated: "the file ends before the picture does"
        case .damaged(let reason): "the picture is damaged (\(reason))"
        case .unsupported(let what): "\(what) not supported"
        case .tooManyPixels(let width, let height):
            "\(width)×\(height) pixels are more than the \(RGBImage.maximumPixelCount) that are allowed"
        case .libraryMissing(let reason): "the library for such pictures cannot be loaded (\(reason))"
        case .nameEndingUnknown: "the name does not end in .png, .jpg, .jpeg or .ppm"
        case .notEncoded(let reason): "the picture cannot be encoded (\(reason))"
        case .unwritable: "cannot be written"
        }
    }

    /// What to do about it.
    var advice: String {
        switch self {
        case .unreadable, .unwritable: ""
        case .empty, .truncated, .damaged: "copy or save it again"
        case .kindUnknown("a video"): "use tegata track for videos"
        case .kindUnknown, .unsupported: "save it as 8-bit JPEG or PNG"
        case .tooManyPixels: "make it smaller"
        case .libraryMissing: "install libjpeg62-turbo (libjpeg-turbo8 on Ubuntu) and libpng16-16"
        case .nameEndingUnknown: "choose one of these endings"
        case .notEncoded: "choose another kind of file or make the picture smaller"
        }
    }
}

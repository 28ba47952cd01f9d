import TegataSystem

/// Why a network, a bundle, a picture or an option cannot be used: the one error that the public functions throw.
///
/// The description is one line for people, `FILE: PLACE: what is wrong; what to do`; the other properties are for
/// programs.
public struct TegataError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The kinds of errors that callers tell apart.
    public enum Kind: Sendable, CaseIterable {
        /// There is no such file, or a bundle lacks a network that is asked for.
        case notFound
        /// This user may not read the file.
        case permissionDenied
        /// A file cannot be opened or read, or is not a whole archive.
        case unreadable
        /// A network or its metadata is damaged, needs what is not supported, or is another one than is needed.
        case unusableModel
        /// An option, picture, region or timestamp is not possible.
        case invalidArgument
        /// This machine lacks the CPU level or the library that is asked for.
        case unavailable
    }

    /// What callers tell apart.
    public let kind: Kind
    /// The file as the caller named it; members follow after colons, as in
    /// `gesture_recognizer.task:hand_landmarker.task`. Empty where no file is at fault.
    public let file: String
    /// Where in the file, such as `subgraph 0, operator 12, inputs, byte 0x1f0`; empty where no place is known.
    public let place: String
    /// What is wrong and what to do about it.
    public let description: String

    package init(_ kind: Kind, file: String = "", place: String = "", description: String) {
        self.kind = kind
        self.file = file
        self.place = place
        self.description = description
    }
}

extension TegataError {
    /// What users see of the error.
    package init(_ error: FileError) {
        self.init(Kind(error.reason), file: error.path, description: error.description)
    }
}

extension TegataError.Kind {
    /// The kind of a file's error.
    package init(_ reason: FileError.Reason) {
        switch reason {
        case .notFound: self = .notFound
        case .permissionDenied: self = .permissionDenied
        case .notARegularFile, .tooLarge, .notWritable, .systemError: self = .unreadable
        }
    }
}

import TegataSystem

/// The reason why a network, bundle, image or option cannot be used: the only error that public functions throw.
///
/// The description is one line for people, `FILE: PLACE: what is wrong; what to do`; the other properties are meant for
/// programs.
public struct TegataError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The kinds of errors that callers distinguish.
    public enum Kind: Sendable, CaseIterable {
        /// The file does not exist, or a bundle lacks a requested network.
        case notFound
        /// The user is not allowed to read the file.
        case permissionDenied
        /// A file cannot be opened or read, or is not a complete archive.
        case unreadable
        /// A network or its metadata is damaged or unsupported, or it is not the required network.
        case unusableModel
        /// An option, image, region or timestamp is invalid.
        case invalidArgument
        /// This machine lacks the requested CPU level or library.
        case unavailable
        /// A network that the caller runs failed, or did not return numbers.
        case failedNetwork
    }

    /// The kind of this error.
    public let kind: Kind
    /// The file, as named by the caller; members follow after colons, as in
    /// `gesture_recognizer.task:hand_landmarker.task`. Empty if the error does not concern a file.
    public let file: String
    /// The place in the file, such as `subgraph 0, operator 12, inputs, byte 0x1f0`; empty if it is unknown.
    public let place: String
    /// The problem and what to do about it.
    public let description: String

    package init(_ kind: Kind, file: String = "", place: String = "", description: String) {
        self.kind = kind
        self.file = file
        self.place = place
        self.description = description
    }
}

extension TegataError {
    /// Creates the error of a function that runs a network.
    public init(failedNetwork description: String) {
        self.init(.failedNetwork, description: description)
    }

    /// Creates the error that users see.
    package init(_ error: FileError) {
        self.init(Kind(error.reason), file: error.path, description: error.description)
    }
}

extension TegataError.Kind {
    /// Creates the kind that corresponds to the reason for a file error.
    package init(_ reason: FileError.Reason) {
        switch reason {
        case .notFound: self = .notFound
        case .permissionDenied: self = .permissionDenied
        case .notARegularFile, .tooLarge, .notWritable, .systemError: self = .unreadable
        }
    }
}

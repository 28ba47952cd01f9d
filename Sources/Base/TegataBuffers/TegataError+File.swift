import TegataSystem

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

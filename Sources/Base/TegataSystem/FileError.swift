/// The reason why a file could not be read or written.
package struct FileError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The path, as given by the caller.
    package var path: String
    /// The problem and what to do about it.
    package var reason: Reason

    /// The kinds of failures that callers distinguish.
    package enum Reason: Equatable, Sendable {
        case notFound
        case permissionDenied
        case notARegularFile
        case tooLarge(limit: Int)
        case notWritable(code: Int32)
        case systemError(operation: String, code: Int32)
    }

    package init(path: String, reason: Reason) {
        self.path = path
        self.reason = reason
    }

    package var description: String {
        switch reason {
        case .notFound where path.utf8.contains(UInt8(ascii: "*")):
            "\(path): no such file; check the pattern, and do not put * in quotes"
        case .notFound: "\(path): no such file; check the path"
        case .permissionDenied: "\(path): permission denied; make the file readable for this user"
        case .notARegularFile: "\(path): not a regular file; pass a file, not a directory or device"
        case .tooLarge(let limit): "\(path): larger than the limit of \(limit) bytes; choose a smaller file"
        case .notWritable(let code):
            "\(path): cannot be written (\(SystemError(code: code).text)); check the directory, its permissions and the free disk space"
        case .systemError(let operation, let code):
            "\(path): \(operation) failed (\(SystemError(code: code).text)); check the path and its target"
        }
    }
}

#if canImport(Glibc) || canImport(Musl)
    extension FileError {
        package init(path: String, systemError code: Int32, operation: String) {
            self.init(path: path, reason: Reason(systemError: code, operation: operation))
        }
    }

    extension FileError.Reason {
        /// Creates the reason for the error number of a failed system call for reading.
        package init(systemError code: Int32, operation: String) {
            switch code {
            case ENOENT, ENOTDIR: self = .notFound
            case EACCES, EPERM: self = .permissionDenied
            default: self = .systemError(operation: operation, code: code)
            }
        }

        /// Whether there was not enough memory for the file's contents.
        package var isWantOfMemory: Bool {
            if case .systemError(_, ENOMEM) = self { true } else { false }
        }
    }
#endif

/// The reason why a system call failed.
package struct SystemError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The system's error number.
    package let code: Int32

    package init(code: Int32) {
        self.code = code
    }

    /// The system's message unchanged, such as "No space left on device".
    package var text: String {
        #if canImport(Glibc) || canImport(Musl)
            if let text = strerror(code) { return String(cString: text) }
        #endif
        return "system error \(code)"
    }

    /// The system's message for use within a sentence, such as "no space left on device".
    package var description: String {
        var text = Array(text.utf8)
        if let first = text.first, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first) { text[0] = first | 0x20 }
        return String(decoding: text, as: UTF8.self)
    }
}

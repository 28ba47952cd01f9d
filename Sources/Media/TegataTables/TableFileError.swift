import TegataSystem

/// Why a file of rows cannot be read.
package struct TableFileError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The path as the caller gave it.
    package let file: String
    package let problem: Problem

    package init(file: String, problem: Problem) {
        self.file = file
        self.problem = problem
    }

    package enum Problem: Error, Equatable, Sendable {
        case unreadable(FileError.Reason)
        case notUTF8(line: Int)
        /// A cell that begins with a quote never ends.
        case quoteOpen(line: Int)
        /// What JSON would have there.
        case json(expected: String, line: Int, column: Int)
        case nestedTooDeep(line: Int, column: Int)
    }

    package var description: String {
        switch problem {
        case .unreadable(let reason): FileError(path: file, reason: reason).description
        case .notUTF8(let line): "\(file): line \(line) is not UTF-8; save the file as UTF-8"
        case .quoteOpen(let line): "\(file): the quote that is opened in line \(line) is never closed; close it"
        case .json(let expected, let line, let column):
            "\(file): line \(line), column \(column): expected \(expected); the file is no JSON, write it again"
        case .nestedTooDeep(let line, let column):
            "\(file): line \(line), column \(column): more than \(JSONNode.deepest) levels; flatten the file"
        }
    }
}

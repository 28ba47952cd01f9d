import TegataSystem

/// An error while reading a file of rows.
package struct TableFileError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The path as given by the caller.
    package let file: String
    /// The problem with the file.
    package let problem: Problem

    /// Creates the error for the file at the path `file`.
    package init(file: String, problem: Problem) {
        self.file = file
        self.problem = problem
    }

    /// A problem with a file of rows; lines and columns count from 1.
    package enum Problem: Error, Equatable, Sendable {
        /// The system reports an error for the file.
        case unreadable(FileError.Reason)
        /// The text of a line is not valid UTF-8.
        case notUTF8(line: Int)
        /// The requested separator is not an ASCII character.
        case separator(Character)
        /// A quoted cell is never closed.
        case quoteOpen(line: Int)
        /// The text is not valid JSON; `expected` is the syntax that JSON requires at this position.
        case json(expected: String, line: Int, column: Int)
        /// Arrays and objects are nested more deeply than ``JSONNode/deepest`` allows.
        case nestedTooDeep(line: Int, column: Int)
    }

    /// The file, the position, the problem and the remedy.
    package var description: String {
        switch problem {
        case .unreadable(let reason): FileError(path: file, reason: reason).description
        case .notUTF8(let line): "\(file): line \(line) is not UTF-8; save the file as UTF-8"
        case .separator(let separator): "\(file): '\(separator)' cannot separate cells; choose an ASCII character"
        case .quoteOpen(let line): "\(file): the quote opened in line \(line) is never closed; close it"
        case .json(let expected, let line, let column):
            "\(file): line \(line), column \(column): expected \(expected); the file is not valid JSON; write it again"
        case .nestedTooDeep(let line, let column):
            "\(file): line \(line), column \(column): more than \(JSONNode.deepest) levels of nesting; flatten the file"
        }
    }
}

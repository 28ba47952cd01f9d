import TegataSystem

/// Why a file of rows cannot be read.
package struct TableFileError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The path as the caller gave it.
    package let file: String
    /// What is wrong with it.
    package let problem: Problem

    /// `problem` of the file at the path `file`.
    package init(file: String, problem: Problem) {
        self.file = file
        self.problem = problem
    }

    /// What can be wrong with a file of rows; lines and columns count from 1.
    package enum Problem: Error, Equatable, Sendable {
        /// The system does not give it.
        case unreadable(FileError.Reason)
        /// The text of a line has bytes that are no UTF-8.
        case notUTF8(line: Int)
        /// What was asked to stand between cells is no letter of ASCII.
        case separator(Character)
        /// A cell that begins with a quote never ends.
        case quoteOpen(line: Int)
        /// What JSON would have there.
        case json(expected: String, line: Int, column: Int)
        /// Arrays and objects lie in each other more than ``JSONNode/deepest`` times.
        case nestedTooDeep(line: Int, column: Int)
    }

    /// The file, the place, what is wrong there and what to do.
    package var description: String {
        switch problem {
        case .unreadable(let reason): FileError(path: file, reason: reason).description
        case .notUTF8(let line): "\(file): line \(line) is not UTF-8; save the file as UTF-8"
        case .separator(let separator): "\(file): '\(separator)' cannot divide cells; choose a letter of ASCII"
        case .quoteOpen(let line): "\(file): the quote that is opened in line \(line) is never closed; close it"
        case .json(let expected, let line, let column):
            "\(file): line \(line), column \(column): expected \(expected); the file is no JSON, write it again"
        case .nestedTooDeep(let line, let column):
            "\(file): line \(line), column \(column): more than \(JSONNode.deepest) levels; flatten the file"
        }
    }
}

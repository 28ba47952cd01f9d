import TegataTables

/// Why there is no data set.
package enum DataSetError: Error, Equatable, Sendable, CustomStringConvertible {
    /// There is nothing at a path, or it cannot be read; why, in the system's words.
    case unreadable(path: String, reason: String)
    /// A file of rows is damaged.
    case table(TableFileError)
    /// A folder has neither class folders nor files whose names begin with a label.
    case noClasses(path: String, kind: DataSetKind)
    /// The form of a file is none that is known.
    case formUnknown(path: String, why: String)
    /// Nothing in all paths can be used; what was left out follows.
    case empty(paths: [String], leftOut: [DataNotice])
    /// All there is has one label.
    case oneLabel(String, paths: [String])
    /// Hands were found for one class at most.
    case fewClassesWithHands(data: String, only: String?)
    /// Data to judge by has no example of a class that is learnt.
    case noClassInCommon(data: String)
    /// A column that was named is not there.
    case columnMissing(file: String, column: String, found: [String])
    /// None of a table's columns has a name that is usual for what is needed.
    case columnUnnamed(file: String, role: String, found: [String])
    /// Rows of points have a number of values that no hand has.
    case valueCount(DataPlace, found: Int, expected: String)
    /// The paths do not have examples of what is to be learnt.
    case otherKind(path: String, found: DataSetKind)

    package var description: String {
        switch self {
        case .unreadable(let path, let reason): "\(path): cannot be read (\(reason)); check the path"
        case .table(let error): error.description
        case .noClasses(let path, .poses):
            "\(path): has neither a folder for every class nor pictures whose names begin with a label;"
                + " put the pictures of each class into a folder that is named after it"
        case .noClasses(let path, .actions):
            "\(path): has neither a folder for every class nor videos whose names begin with a label;"
                + " put the videos of each class into a folder that is named after it"
        case .formUnknown(let path, let why): "\(path): \(why)"
        case .empty(let paths, let leftOut):
            paths.joined(separator: ", ") + ": there is nothing to learn from"
                + (leftOut.isEmpty
                    ? "; name a folder with a folder of pictures for every class"
                    : ": " + leftOut.prefix(3).map(\.description).joined(separator: "; ")
                        + (leftOut.count > 3 ? "; and \(leftOut.count - 3) more" : ""))
        case .oneLabel(let label, let paths):
            paths.joined(separator: ", ") + ": everything is called '\(label)', and at least two labels are needed"
                + " to tell one from another; add a folder for another class, such as 'none'"
        case .fewClassesWithHands(let data, let only):
            "\(data): hands were found for \(only.map { "'\($0)' alone" } ?? "no class"), and two classes are needed;"
                + " add examples that show hands"
        case .noClassInCommon(let data):
            "\(data): has no example of a class of the training; name its folders alike"
        case .columnMissing(let file, let column, let found):
            "\(file): there is no column '\(column)'; it has \(Self.list(found))"
        case .columnUnnamed(let file, let role, let found):
            "\(file): which column has the \(role) is not clear; name it, the file has \(Self.list(found))"
        case .valueCount(let place, let found, let expected):
            "\(place) has \(found) numbers instead of \(expected); correct the row"
        case .otherKind(let path, .poses): "\(path): has poses and no actions; train poses, or name videos"
        case .otherKind(let path, .actions): "\(path): has actions and no poses; train actions, or name pictures"
        }
    }

    private static func list(_ names: [String]) -> String {
        names.isEmpty ? "none" : names.prefix(12).map { "'\($0)'" }.joined(separator: ", ")
    }
}

import TegataTables

/// A reason why a data set cannot be read.
package enum DataSetError: Error, Equatable, Sendable, CustomStringConvertible {
    /// A path does not exist or cannot be read; `reason` is the system's message.
    case unreadable(path: String, reason: String)
    /// A file of rows is damaged.
    case table(TableFileError)
    /// A directory has neither class directories nor files whose names start with a label.
    case noClasses(path: String, kind: DataSetKind)
    /// The format of a file is unknown.
    case formUnknown(path: String, why: String)
    /// None of the paths has any usable items; `leftOut` lists the skipped ones.
    case empty(paths: [String], leftOut: [DataNotice])
    /// All items have the same label.
    case oneLabel(String, paths: [String])
    /// Hands were found for at most one class.
    case fewClassesWithHands(data: String, only: String?)
    /// The evaluation data has no example of a trained class.
    case noClassInCommon(data: String)
    /// A column that the user named does not exist.
    case columnMissing(file: String, column: String, found: [String])
    /// No column of a table has a usual name for a required role.
    case columnUnnamed(file: String, role: String, found: [String])
    /// A row of points does not have the number of values that a hand has.
    case valueCount(DataPlace, found: Int, expected: String)
    /// The paths contain the other kind of example.
    case otherKind(path: String, found: DataSetKind)

    package var description: String {
        switch self {
        case .unreadable(let path, let reason): "\(path): cannot be read (\(reason)); check the path"
        case .table(let error): error.description
        case .noClasses(let path, .poses):
            "\(path): contains neither a folder for each class nor images whose names start with a label; put the"
                + " images of each class into a folder named after it"
        case .noClasses(let path, .actions):
            "\(path): contains neither a folder for each class nor videos whose names start with a label; put the"
                + " videos of each class into a folder named after it"
        case .formUnknown(let path, let why): "\(path): \(why)"
        case .empty(let paths, let leftOut):
            paths.joined(separator: ", ") + ": there are no usable examples"
                + (leftOut.isEmpty
                    ? "; pass a folder that contains one folder of images per class"
                    : ": " + leftOut.prefix(3).map(\.description).joined(separator: "; ")
                        + (leftOut.count > 3 ? "; and \(leftOut.count - 3) more" : ""))
        case .oneLabel(let label, let paths):
            paths.joined(separator: ", ") + ": everything has the label '\(label)', but at least two labels are needed;"
                + " add a folder for another class, such as 'none'"
        case .fewClassesWithHands(let data, let only):
            "\(data): hands were found for \(only.map { "'\($0)' only" } ?? "no class"), but two classes are needed;"
                + " add examples that show hands"
        case .noClassInCommon(let data):
            "\(data): has no example of the trained classes; give its folders the same names"
        case .columnMissing(let file, let column, let found):
            "\(file): there is no column '\(column)'; it has \(Self.list(found))"
        case .columnUnnamed(let file, let role, let found):
            "\(file): no column has a common name for the \(role); choose one of \(Self.list(found))"
        case .valueCount(let place, let found, let expected):
            "\(place) has \(found) numbers instead of \(expected); correct the row"
        case .otherKind(let path, .poses):
            "\(path): contains images of poses but no videos of actions; train a pose classifier, or pass videos"
        case .otherKind(let path, .actions):
            "\(path): contains videos of actions but no images of poses; train an action classifier, or pass images"
        }
    }

    private static func list(_ names: [String]) -> String {
        names.isEmpty ? "none" : names.prefix(12).map { "'\($0)'" }.joined(separator: ", ")
    }
}

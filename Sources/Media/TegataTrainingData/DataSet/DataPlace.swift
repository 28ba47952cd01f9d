/// Where an item of a data set comes from, as messages name it.
package struct DataPlace: Sendable, Hashable, CustomStringConvertible {
    /// The picture, video, folder or table.
    package var file: String
    /// The line of a table, from 1, or the row of an array, from 0; nil where the whole file is meant.
    package var row: Int?
    /// The name of an entry of a file whose entries have names.
    package var key: String?

    /// The row or the entry of a file, or all of it.
    package init(file: String, row: Int? = nil, key: String? = nil) {
        self.file = file
        self.row = row
        self.key = key
    }

    /// The file, and the row or the entry in it.
    package var description: String {
        if let key { return "\(file): '\(key)'" }
        return row.map { "\(file): row \($0)" } ?? file
    }
}

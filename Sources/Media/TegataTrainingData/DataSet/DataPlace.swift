/// Where an item of a data set comes from, as messages name it.
package struct DataPlace: Sendable, Hashable, CustomStringConvertible {
    /// The picture, video, folder or table.
    package var file: String
    /// The line of a table, from 1, or the row of an array, from 0; nil where the whole file is meant.
    package var row: Int?

    package init(file: String, row: Int? = nil) {
        self.file = file
        self.row = row
    }

    package var description: String { row.map { "\(file): row \($0)" } ?? file }
}

import TabularData
import TegataTrainingData

/// A table of paths and labels.
struct MediaTable {
    private let frame: DataFrame
    private let media: TableColumn
    private let label: TableColumn
    private let start: TableColumn?
    private let end: TableColumn?

    init(_ frame: DataFrame, _ columns: AnnotationColumns) throws(MLCreateError) {
        self.frame = frame
        media = try TableColumn(columns.media ?? "", of: frame)
        label = try TableColumn(columns.label ?? "", of: frame)
        start = if let name = columns.start { try TableColumn(name, of: frame) } else { nil }
        end = if let name = columns.end { try TableColumn(name, of: frame) } else { nil }
    }

    /// The columns in use alone, with the texts and numbers that are trained with.
    func normalized() throws(MLCreateError) -> DataFrame {
        var result = DataFrame()
        for column in [media, label] where !result.containsColumn(column.name) {
            result.append(column: Column(name: column.name, contents: (0..<frame.shape.rows).map { column.text($0) }))
        }
        for column in [start, end].compactMap(\.self) where !result.containsColumn(column.name) {
            var times = Column<Double>(name: column.name, capacity: frame.shape.rows)
            for row in 0..<frame.shape.rows { times.append(try column.number(row)) }
            result.append(column: times)
        }
        return result
    }

    func add(to builder: inout DataSetBuilder, kind: DataSetKind) throws(MLCreateError) {
        for row in 0..<frame.shape.rows {
            let path = media.text(row)
            let place = DataPlace(file: "the data frame", row: row)
            guard !path.isEmpty, FileManager.default.fileExists(atPath: path) else {
                builder.notices.append(.mediaMissing(place, path: path))
                continue
            }
            let content: DataItem.Content
            switch kind {
            case .poses: content = .picture(PictureItem(path: path))
            case .actions:
                content = .clip(
                    ClipItem(
                        path: path, start: try start?.number(row).map { .seconds($0) },
                        end: try end?.number(row).map { .seconds($0) }))
            }
            builder.add(content, label: label.text(row), place: place)
        }
    }
}

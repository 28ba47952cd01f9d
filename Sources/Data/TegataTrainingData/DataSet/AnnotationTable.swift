import TegataTables

/// A table of labelled images or clips, read from CSV or JSON.
struct AnnotationTable {
    let file: String
    /// The column names; numbers from 1 if the file has no names.
    let columns: [String]
    let rows: [Row]
    /// Whether the first row holds the column names.
    let hasHeader: Bool

    struct Row {
        /// The line in a CSV file, or the position in a JSON array, counted from 1.
        let number: Int
        /// The cells in file order, so that a short row of a wide table takes little memory.
        private let cells: [String]
        /// The index in `cells` for each column; nil if the two are the same.
        private let places: [Int: Int]?

        fileprivate init(number: Int, cells: [String], places: [Int: Int]? = nil) {
            self.number = number
            self.cells = cells
            self.places = places
        }

        /// The text in a column; empty if the row has no such cell.
        subscript(column: Int) -> String {
            guard let place = places.map({ $0[column] }) ?? column, cells.indices.contains(place) else { return "" }
            return cells[place]
        }
    }

    /// Reads a CSV file; its first row holds column names if it contains a usual name or one of `names`.
    init(_ text: DelimitedText, file: String, names: [String]) {
        self.file = file
        let first = text.rows.first?.cells.map { Self.trimmed($0) } ?? []
        // Column names are never numbers.
        hasHeader =
            first.contains { names.contains($0) }
            || (first.contains { ColumnRole.isKnown($0) } && !first.contains { Double($0) != nil })
        let width = text.rows.reduce(0) { max($0, $1.cells.count) }
        columns = hasHeader ? first : (0..<width).map { "\($0 + 1)" }
        rows = text.rows.dropFirst(hasHeader ? 1 : 0).map { Row(number: $0.line, cells: $0.cells) }
    }

    /// Reads a JSON array of objects, or an object of objects; nil for any other form.
    init?(_ node: JSONNode, file: String) {
        var objects: [JSONNode]
        if let elements = node.elements {
            objects = elements
        } else if let inner = node.members?.first(where: { $0.value.elements?.first?.members != nil })?.value.elements {
            objects = inner
        } else {
            return nil
        }
        objects = objects.filter { $0.members != nil }
        guard !objects.isEmpty else { return nil }
        var columns: [String] = []
        var places: [String: Int] = [:]
        for object in objects {
            for member in object.members ?? [] where places[member.name] == nil {
                places[member.name] = columns.count
                columns.append(member.name)
            }
        }
        self.file = file
        self.columns = columns
        hasHeader = true
        rows = objects.enumerated().map { index, object in
            var cells: [String] = []
            var own: [Int: Int] = [:]
            for member in object.members ?? [] {
                guard let place = places[member.name], own[place] == nil else { continue }
                own[place] = cells.count
                cells.append(Self.text(member.value))
            }
            return Row(number: index + 1, cells: cells, places: own)
        }
    }

    private static func text(_ node: JSONNode) -> String {
        switch node {
        case .string(let text): text
        case .number(let number): Int(exactly: number).map(String.init) ?? "\(number)"
        case .boolean(let value): value ? "true" : "false"
        case .null, .array, .object: ""
        }
    }

    static func trimmed(_ text: String) -> String {
        var part = text[...]
        while let first = part.first, first.isWhitespace { part.removeFirst() }
        while let last = part.last, last.isWhitespace { part.removeLast() }
        return String(part)
    }

    /// Returns the index of the column for a role: the named column, or the first column with a usual name.
    func column(_ role: ColumnRole, named name: String?) throws(DataSetError) -> Int? {
        if let name {
            guard let place = columns.firstIndex(of: name) else {
                throw .columnMissing(file: file, column: name, found: columns)
            }
            return place
        }
        guard hasHeader else { return nil }
        for usual in role.names {
            if let place = columns.firstIndex(where: { $0.lowercased() == usual }) { return place }
        }
        return nil
    }
}

/// The role of a column in an annotation file.
enum ColumnRole: CaseIterable {
    case media, label, start, end, group

    /// The usual names in lower case, most likely first.
    var names: [String] {
        switch self {
        case .media:
            [
                "imagepath", "videopath", "image_path", "video_path", "image", "video", "file", "filename", "file_name",
                "path", "filepath", "file_path", "clip", "media", "img", "image_name", "video_name", "videoid",
                "video_id", "video_file", "source", "id", "name",
            ]
        case .label:
            ["label", "labels", "class", "gesture", "action", "category", "class_name", "label_name", "text_label"]
        case .start:
            [
                "starttime", "start_time", "start", "begin", "from", "start_frame", "startframe", "frame_start",
                "t_start", "begin_time", "start_seconds",
            ]
        case .end:
            [
                "endtime", "end_time", "end", "stop", "to", "end_frame", "endframe", "frame_end", "t_end", "stop_time",
                "end_seconds",
            ]
        case .group:
            [
                "session_id", "sessionid", "session", "user_id", "userid", "user", "person", "person_id", "subject",
                "subject_id", "signer", "group", "participant",
            ]
        }
    }

    /// Whether `name` is a usual name for any column.
    static func isKnown(_ name: String) -> Bool {
        let name = name.lowercased()
        return allCases.contains { $0.names.contains(name) }
    }
}

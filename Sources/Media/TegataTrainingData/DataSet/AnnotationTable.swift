import TegataTables

/// A table of labelled pictures or clips, from CSV or JSON.
struct AnnotationTable {
    let file: String
    /// The names of the columns; numbers from 1 where the file has no names.
    let columns: [String]
    let rows: [Row]
    /// Whether the first row has names.
    let hasHeader: Bool

    struct Row {
        /// The line of a CSV file, or the place in a JSON array, from 1.
        let number: Int
        /// As the file has them: of a table with many columns a short row takes little room.
        private let cells: [String]
        /// The places in `cells` by columns; nil where those are the same.
        private let places: [Int: Int]?

        fileprivate init(number: Int, cells: [String], places: [Int: Int]? = nil) {
            self.number = number
            self.cells = cells
            self.places = places
        }

        /// The text in a column; empty where the row has nothing.
        subscript(column: Int) -> String {
            guard let place = places.map({ $0[column] }) ?? column, cells.indices.contains(place) else { return "" }
            return cells[place]
        }
    }

    /// A CSV file; its first row has the names of columns if one of them is known or `names` has one.
    init(_ text: DelimitedText, file: String, names: [String]) {
        self.file = file
        let first = text.rows.first?.cells.map { Self.trimmed($0) } ?? []
        // Names of columns are no numbers.
        hasHeader =
            first.contains { names.contains($0) }
            || (first.contains { ColumnRole.isKnown($0) } && !first.contains { Double($0) != nil })
        let width = text.rows.reduce(0) { max($0, $1.cells.count) }
        columns = hasHeader ? first : (0..<width).map { "\($0 + 1)" }
        rows = text.rows.dropFirst(hasHeader ? 1 : 0).map { Row(number: $0.line, cells: $0.cells) }
    }

    /// A JSON array of objects, or an object of such; nil for anything else.
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

    /// The place of the column with a role: the one that was named, or the first with a name that is usual for it.
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

/// What a column of an annotation file can be.
enum ColumnRole: CaseIterable {
    case media, label, start, end, group

    /// The usual names, in small letters, the likeliest first.
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

    /// Whether any column is usually called so.
    static func isKnown(_ name: String) -> Bool {
        let name = name.lowercased()
        return allCases.contains { $0.names.contains(name) }
    }
}

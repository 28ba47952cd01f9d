import TegataSystem
import TegataTables

extension DataSetReader {
    /// Adds what the rows of a CSV or JSON table point at, in and below `folder`.
    mutating func addAnnotations(_ file: String, folder: String) throws(DataSetError) {
        guard let table = try annotationTable(file) else {
            throw .formUnknown(
                path: file, why: "is no JSON array of objects; write one object with file and label for every row")
        }
        try addAnnotations(table, folder: folder)
    }

    /// The table in a file; nil for JSON of another form.
    func annotationTable(_ file: String) throws(DataSetError) -> AnnotationTable? {
        do throws(TableFileError) {
            if MediaForm(file, for: kind) == .json {
                return AnnotationTable(try JSONReader.value(ofFileAt: file), file: file)
            }
            return AnnotationTable(try DelimitedText(readingFileAt: file), file: file, names: options.columns.names)
        } catch { throw .table(error) }
    }

    /// The tables in a folder whose rows point at what lies in it; nil where it has none.
    func annotationFiles(in contents: FolderContents) throws(DataSetError) -> [(path: String, form: MediaForm)]? {
        guard !contents.folders.isEmpty || contents.files.contains(where: { $0.form == .picture || $0.form == .video })
        else { return nil }
        var found: [(path: String, form: MediaForm)] = []
        for (name, form) in contents.files where form == .table || form == .json {
            let path = contents.path(of: name)
            // A file that cannot be read is told of only where it is known to count.
            guard let table = try? annotationTable(path), LandmarkTable(columns: table.columns) == nil,
                (try? places(in: table, folder: contents.path)) != nil,
                pointsAtMedia(table, folder: contents.path)
            else { continue }
            found.append((path, form))
        }
        return found.isEmpty ? nil : found
    }

    /// Where the columns are that count.
    struct ColumnPlaces {
        var media: Int
        var label: Int
        var start: Int?
        var end: Int?
        var group: Int?
    }

    func places(in table: AnnotationTable, folder: String) throws(DataSetError) -> ColumnPlaces {
        let columns = options.columns
        var media = try table.column(.media, named: columns.media)
        var label = try table.column(.label, named: columns.label)
        var (start, end) = (
            try table.column(.start, named: columns.start), try table.column(.end, named: columns.end)
        )
        let group = try table.column(.group, named: columns.group)
        if !table.hasHeader {
            // The first column that points at something, the first other one that is no number, and then two numbers.
            let sample = table.rows.prefix(20)
            media =
                media
                ?? table.columns.indices.first { column in
                    sample.contains { mediaPath($0[column], folder: folder, file: table.file) != nil }
                }
            label =
                label
                ?? table.columns.indices.first { column in
                    column != media && sample.contains { !$0[column].isEmpty && Double($0[column]) == nil }
                }
            label = label ?? (table.columns.count == 2 ? media.map { 1 - $0 } : nil)
            let numbers = table.columns.indices.filter { column in
                column != media && column != label && sample.allSatisfy { Double($0[column]) != nil }
            }
            if kind == .actions, start == nil, end == nil, numbers.count >= 2 {
                (start, end) = (numbers[numbers.count - 2], numbers[numbers.count - 1])
            }
        }
        guard let media else { throw .columnUnnamed(file: table.file, role: "file", found: table.columns) }
        guard let label else { throw .columnUnnamed(file: table.file, role: "label", found: table.columns) }
        return ColumnPlaces(media: media, label: label, start: start, end: end, group: group)
    }

    private func pointsAtMedia(_ table: AnnotationTable, folder: String) -> Bool {
        guard let places = try? places(in: table, folder: folder) else { return false }
        return table.rows.prefix(200).contains {
            mediaPath($0[places.media], folder: folder, file: table.file) != nil
        }
    }

    mutating func addAnnotations(_ table: AnnotationTable, folder: String) throws(DataSetError) {
        let places = try places(in: table, folder: folder)
        // By bytes, as files have their names.
        var found: [[UInt8]: String] = [:]
        for row in table.rows {
            let place = DataPlace(file: table.file, row: row.number)
            let name = AnnotationTable.trimmed(row[places.media])
            guard !name.isEmpty else {
                builder.notices.append(.rowSkipped(place, why: "it names no file"))
                continue
            }
            let key = Array(name.utf8)
            guard let path = found[key] ?? mediaPath(name, folder: folder, file: table.file) else {
                builder.notices.append(.mediaMissing(place, path: name))
                continue
            }
            found[key] = path
            let group = places.group.map { AnnotationTable.trimmed(row[$0]) }.flatMap { $0.isEmpty ? nil : $0 }
            do throws(RowProblem) {
                let content = try content(path, row, places, table)
                let written = row[places.label]
                let label = AnnotationTable.trimmed(written).isEmpty ? options.label ?? written : written
                builder.add(content, label: label, group: group, place: place)
            } catch {
                builder.notices.append(.rowSkipped(place, why: error.why))
            }
        }
    }

    private struct RowProblem: Error {
        let why: String
    }

    private func content(
        _ path: String, _ row: AnnotationTable.Row, _ places: ColumnPlaces, _ table: AnnotationTable
    ) throws(RowProblem) -> DataItem.Content {
        let isFolder = FileTree.isFolder(path)
        let form = isFolder ? nil : MediaForm(path, for: kind)
        guard kind == .actions else {
            guard form == .picture else { throw RowProblem(why: "'\(path)' is no picture") }
            return .picture(PictureItem(path: path))
        }
        guard isFolder || form == .video else { throw RowProblem(why: "'\(path)' is no video and no folder of frames") }
        let start =
            try places.start.map { column throws(RowProblem) in try time(row, column, table, isEnd: false) } ?? nil
        let end = try places.end.map { column throws(RowProblem) in try time(row, column, table, isEnd: true) } ?? nil
        switch (start, end) {
        case (.seconds(let start)?, .seconds(let end)?) where end <= start:
            throw RowProblem(why: "it ends at \(end) s and begins at \(start) s")
        case (.frame(let start)?, .frame(let end)?) where end <= start:
            throw RowProblem(why: "it ends with frame \(end - 1) and begins with frame \(start)")
        default: break
        }
        // That of Jester, whose tables have neither names nor times.
        let usual: Double? = isFolder && !table.hasHeader && table.columns.count == 2 ? 12 : nil
        return .clip(ClipItem(path: path, start: start, end: end, frameRate: options.frameRate ?? usual))
    }

    /// Nil where the cell is empty. A column of frames has the first and the last frame.
    private func time(
        _ row: AnnotationTable.Row, _ column: Int, _ table: AnnotationTable, isEnd: Bool
    ) throws(RowProblem) -> ClipTime? {
        let text = AnnotationTable.trimmed(row[column])
        guard !text.isEmpty else { return nil }
        guard let number = Self.seconds(text), number >= 0, number < 1e9 else {
            throw RowProblem(why: "'\(text)' is no time in a video")
        }
        let isFrames =
            switch options.timeUnit {
            case .seconds: false
            case .frames: true
            case nil: table.columns[column].lowercased().contains("frame")
            }
        return isFrames ? .frame(Int(number) + (isEnd ? 1 : 0)) : .seconds(number)
    }

    /// Seconds as a number, or minutes and hours before them, divided by colons.
    static func seconds(_ text: String) -> Double? {
        var seconds = 0.0
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 3 else { return nil }
        for part in parts {
            // Some languages have a comma there.
            guard
                let number = Double(part.split(separator: ",", omittingEmptySubsequences: false).joined(separator: "."))
            else { return nil }
            seconds = 60 * seconds + number
        }
        return seconds.isFinite ? seconds : nil
    }

    /// The path of a file or folder that a row names: as it is, in `folder`, beside the table, or one folder below,
    /// with the ending that the row leaves out.
    func mediaPath(_ cell: String, folder: String, file: String) -> String? {
        let name = AnnotationTable.trimmed(cell)
        guard !name.isEmpty, !name.utf8.contains(0) else { return nil }
        var candidates = name.hasPrefix("/") ? [name] : [folder + "/" + name]
        if !name.hasPrefix("/") {
            let beside = FolderContents.folder(of: file)
            if beside != folder { candidates.append(beside + "/" + name) }
            candidates.append(name)
        }
        for candidate in candidates where FileTree.isFile(candidate) || isUsableFolder(candidate) { return candidate }
        guard !name.contains("/") else { return nil }
        return mediaBelow.path(of: name, in: folder, kind: kind)
    }

    private func isUsableFolder(_ path: String) -> Bool {
        guard kind == .actions, FileTree.isFolder(path) else { return false }
        return (try? isFrameFolder(path)) == true
    }
}

extension AnnotationColumns {
    /// Those that were named.
    var names: [String] { [media, label, start, end, group].compactMap { $0 } }
}

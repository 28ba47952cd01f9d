import TegataSystem
import TegataTables

extension DataSetReader {
    /// Adds the files named in the rows of a CSV or JSON table, in and below `folder`.
    mutating func addAnnotations(_ file: String, folder: String) throws(DataSetError) {
        guard let table = try annotationTable(file) else {
            throw .formUnknown(
                path: file, why: "is not a JSON array of objects; write one object with file and label for each row")
        }
        try addAnnotations(table, folder: folder)
    }

    /// Returns the table in a file; nil for JSON in another format.
    func annotationTable(_ file: String) throws(DataSetError) -> AnnotationTable? {
        do throws(TableFileError) {
            if MediaForm(file, for: kind) == .json {
                return AnnotationTable(try JSONReader.value(ofFileAt: file), file: file)
            }
            return AnnotationTable(try DelimitedText(readingFileAt: file), file: file, names: options.columns.names)
        } catch { throw .table(error) }
    }

    /// Returns the tables in a directory that describe other files in it; nil if there is none.
    func annotationFiles(in contents: FolderContents) throws(DataSetError) -> [(path: String, form: MediaForm)]? {
        guard !contents.folders.isEmpty || contents.files.contains(where: { $0.form == .picture || $0.form == .video })
        else { return nil }
        var found: [(path: String, form: MediaForm)] = []
        for (name, form) in contents.files where form == .table || form == .json {
            let path = contents.path(of: name)
            // Report an unreadable file only if it is certain that the data set needs it.
            guard let table = try? annotationTable(path), LandmarkTable(columns: table.columns) == nil,
                (try? places(in: table, folder: contents.path)) != nil,
                pointsAtMedia(table, folder: contents.path)
            else { continue }
            found.append((path, form))
        }
        return found.isEmpty ? nil : found
    }

    /// The indices of the columns to use.
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
            // Take the first column that names a file, the first other column that is not numeric, and the last two
            // numeric columns.
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
        // Compare bytes, because file names are bytes.
        var found: [[UInt8]: String] = [:]
        for row in table.rows {
            let place = DataPlace(file: table.file, row: row.number)
            let name = AnnotationTable.trimmed(row[places.media])
            guard !name.isEmpty else {
                builder.notices.append(.rowSkipped(place, why: "the file name is missing"))
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
            guard form == .picture else { throw RowProblem(why: "'\(path)' is not an image") }
            return .picture(PictureItem(path: path))
        }
        guard isFolder || form == .video else {
            throw RowProblem(why: "'\(path)' is neither a video nor a folder of frames")
        }
        let start =
            try places.start.map { column throws(RowProblem) in try time(row, column, table, isEnd: false) } ?? nil
        let end = try places.end.map { column throws(RowProblem) in try time(row, column, table, isEnd: true) } ?? nil
        switch (start, end) {
        case (.seconds(let start)?, .seconds(let end)?) where end <= start:
            throw RowProblem(why: "it ends at \(end) s but begins at \(start) s")
        case (.frame(let start)?, .frame(let end)?) where end <= start:
            throw RowProblem(why: "it ends with frame \(end - 1) but begins with frame \(start)")
        default: break
        }
        // Jester has 12 frames per second; its tables have neither column names nor times.
        let usual: Double? = isFolder && !table.hasHeader && table.columns.count == 2 ? 12 : nil
        return .clip(ClipItem(path: path, start: start, end: end, frameRate: options.frameRate ?? usual))
    }

    /// Returns the time in a cell; nil if the cell is empty. Frame columns hold the first and last frame.
    private func time(
        _ row: AnnotationTable.Row, _ column: Int, _ table: AnnotationTable, isEnd: Bool
    ) throws(RowProblem) -> ClipTime? {
        let text = AnnotationTable.trimmed(row[column])
        guard !text.isEmpty else { return nil }
        guard let number = Self.seconds(text), number >= 0, number < 1e9 else {
            throw RowProblem(why: "'\(text)' is not a time in a video")
        }
        let isFrames =
            switch options.timeUnit {
            case .seconds: false
            case .frames: true
            case nil: table.columns[column].lowercased().contains("frame")
            }
        return isFrames ? .frame(Int(number) + (isEnd ? 1 : 0)) : .seconds(number)
    }

    /// Returns the seconds in text such as `75.5`, `1:15.5` or `0:01:15.5`; nil for any other text.
    static func seconds(_ text: String) -> Double? {
        var seconds = 0.0
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 3 else { return nil }
        for part in parts {
            // Some languages use a decimal comma.
            guard
                let number = Double(part.split(separator: ",", omittingEmptySubsequences: false).joined(separator: "."))
            else { return nil }
            seconds = 60 * seconds + number
        }
        return seconds.isFinite ? seconds : nil
    }

    /// Returns the path that a row refers to: in `folder`, next to the table, as written, or in a directory below
    /// `folder`, with or without the file extension.
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
    /// The names that the user specified.
    var names: [String] { [media, label, start, end, group].compactMap { $0 } }
}

import TegataClassifiers
import TegataSystem
import TegataTables

extension DataSetReader {
    /// Whether a file holds class names rather than examples.
    static func isLabelFile(_ name: String) -> Bool {
        let stem = FolderContents.stem(of: name).lowercased()
        return stem.hasSuffix("_label") || stem.hasSuffix("_labels") || stem == "labels" || stem == "classes"
            || stem.hasSuffix(".labels")
    }

    /// Adds a CSV file: rows of points with a class, or annotations.
    mutating func addTable(_ path: String, label: String?) throws(DataSetError) {
        let text = try Self.text(path)
        if try addPoints(text, file: path, label: label) { return }
        let table = AnnotationTable(text, file: path, names: options.columns.names)
        try addAnnotations(table, folder: FolderContents.folder(of: path))
    }

    /// Adds a CSV file of points, and returns false for other tables; `label` is for points without a label.
    mutating func addPoints(ofTable path: String, label: String?) throws(DataSetError) -> Bool {
        try addPoints(try Self.text(path), file: path, label: label)
    }

    private static func text(_ path: String) throws(DataSetError) -> DelimitedText {
        do throws(TableFileError) { return try DelimitedText(readingFileAt: path) } catch { throw .table(error) }
    }

    private mutating func addPoints(
        _ text: DelimitedText, file path: String, label: String?
    ) throws(DataSetError) -> Bool {
        guard let first = text.rows.first else {
            throw .formUnknown(path: path, why: "is empty; write a row for every example")
        }
        if let table = LandmarkTable(columns: first.cells.map { AnnotationTable.trimmed($0) }) {
            try addLandmarks(table.pictures(Array(text.rows.dropFirst()), file: path), file: path, label: label)
            return true
        }
        // A header row has at most one numeric cell.
        let hasHeader = first.cells.count > 2 && Self.numberCount(first.cells) < 2
        let sample = hasHeader ? text.rows.dropFirst().first : first
        guard let sample, let form = PointRowForm(sample.cells) else { return false }
        guard form.kind == kind else { throw .otherKind(path: path, found: form.kind) }
        try addRows(Array(text.rows.dropFirst(hasHeader ? 1 : 0)), form, file: path, label: label)
        return true
    }

    private static func numberCount(_ cells: [String]) -> Int {
        cells.reduce(0) { $0 + (Double(AnnotationTable.trimmed($1)) == nil ? 0 : 1) }
    }

    private mutating func addRows(
        _ rows: [DelimitedText.Row], _ form: PointRowForm, file: String, label: String?
    ) throws(DataSetError) {
        let names = try classNames(beside: file)
        var used: [(row: DelimitedText.Row, values: [Float], label: String)] = []
        var unnamed: Set<String> = []
        for row in rows {
            let place = DataPlace(file: file, row: row.line)
            guard row.cells.count == form.cellCount else {
                builder.notices.append(
                    .rowSkipped(place, why: "it has \(row.cells.count) values instead of \(form.cellCount)"))
                continue
            }
            let cells = row.cells.map { AnnotationTable.trimmed($0) }
            let values = cells[form.values].compactMap { Float($0) }
            guard values.count == form.values.count, values.allSatisfy({ $0.isFinite && $0.magnitude < 1e6 }) else {
                builder.notices.append(.rowSkipped(place, why: "a value is not a number"))
                continue
            }
            var name = form.labelColumn.map { cells[$0] } ?? label ?? ""
            if let number = Double(name).flatMap({ Int(exactly: $0) }), !names.isEmpty {
                if names.indices.contains(number) { name = names[number] } else { unnamed.insert(name) }
            }
            used.append((row, values, name))
        }
        if !unnamed.isEmpty {
            builder.notices.append(
                .other(
                    "\(file): class\(unnamed.count == 1 ? "" : "es") \(unnamed.sorted().joined(separator: ", "))"
                        + (unnamed.count == 1
                            ? " has no name and keeps its number; add it to the names file"
                            : " have no names and keep their numbers; add them to the names file")))
        }
        let blocks = Self.blocks(used.map(\.label))
        let hasDepth =
            form.hasThirdValue
            && used.contains { entry in
                stride(from: 2, to: entry.values.count, by: 3).contains { entry.values[$0] < 0 || entry.values[$0] > 1 }
            }
        let rate = options.frameRate ?? 30
        for (entry, block) in zip(used, blocks) {
            let place = DataPlace(file: file, row: entry.row.line)
            let content: DataItem.Content =
                switch form.kind {
                case .poses: .hand(form.hand(entry.values, hasDepth: hasDepth))
                case .actions: .sequence(PointHistory.frames(entry.values), rate: rate)
                }
            builder.add(content, label: entry.label, group: "\(file): block \(block)", place: place)
        }
        if form.kind == .actions, !used.isEmpty {
            builder.notices.append(
                .other(
                    "\(file): point histories contain only a fingertip; a hand of a fixed shape is added, so the"
                        + " classifier learns movements but no hand shapes"))
        }
    }

    /// Returns the block number of each row. Consecutive rows show the same moment, so each label is split into at
    /// least ten blocks.
    static func blocks(_ labels: [String]) -> [Int] {
        var blocks: [Int] = []
        var (start, block) = (0, 0)
        while start < labels.count {
            var end = start
            while end < labels.count, labels[end] == labels[start] { end += 1 }
            let length = max(1, min(50, (end - start) / 10))
            for index in start..<end { blocks.append(block + (index - start) / length) }
            block = (blocks.last ?? 0) + 1
            start = end
        }
        return blocks
    }

    /// Returns the class names in the order of their numbers, from the named file or from one next to the rows.
    private mutating func classNames(beside file: String) throws(DataSetError) -> [String] {
        var path = options.labelsFile
        if path == nil {
            let contents = try FolderContents(FolderContents.folder(of: file), for: kind)
            let stem = FolderContents.stem(of: file)
            let candidates = contents.files.map(\.name).filter {
                $0.lowercased().hasSuffix(".csv") && Self.isLabelFile($0)
            }
            // Take the file whose name starts with the rows' file name.
            let name = candidates.first { $0.hasPrefix(stem) } ?? (candidates.count == 1 ? candidates.first : nil)
            path = name.map { contents.path(of: $0) }
        }
        guard let path else { return [] }
        builder.namesFiles.append(path)
        do throws(TableFileError) {
            return try DelimitedText(readingFileAt: path).rows.map { AnnotationTable.trimmed($0.cells[0]) }
        } catch { throw .table(error) }
    }
}

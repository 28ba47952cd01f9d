import TegataClassifiers
import TegataSystem
import TegataTables

extension DataSetReader {
    /// Adds a JSON file: lines of hands as written by Tegata, or annotations.
    mutating func addJSON(_ path: String, label: String?) throws(DataSetError) {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try InputFile(path, acceptingPipes: false).contents(atMost: 1 << 30)
        } catch { throw .table(TableFileError(file: path, problem: .unreadable(error.reason))) }
        if let lines = try Self.lines(bytes, file: path) {
            try addLandmarks(lines, file: path, label: label)
            return
        }
        let node: JSONNode
        do throws(TableFileError) { node = try JSONReader.value(bytes, file: path) } catch { throw .table(error) }
        guard let table = AnnotationTable(node, file: path) else {
            throw .formUnknown(
                path: path, why: "is neither a JSON array of objects with file and label nor output of --json")
        }
        try addAnnotations(table, folder: FolderContents.folder(of: path))
    }

    /// Returns the objects of a file with one JSON object per line; nil for other formats.
    private static func lines(_ bytes: [UInt8], file: String) throws(DataSetError) -> [(number: Int, node: JSONNode)]? {
        var result: [(Int, JSONNode)] = []
        for (index, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            guard line.contains(where: { $0 > 0x20 }) else { continue }
            let node = try? JSONReader.value(Array(line), file: file)
            if result.isEmpty {
                guard let node, node["source"]?.string != nil, node["hands"] != nil || node["error"] != nil else {
                    return nil
                }
            }
            guard let node else {
                throw .formUnknown(path: file, why: "line \(index + 1) is not valid JSON; write the file again")
            }
            result.append((index + 1, node))
        }
        return result.isEmpty ? nil : result
    }

    /// Adds hands as written by `--json`.
    private mutating func addLandmarks(
        _ lines: [(number: Int, node: JSONNode)], file: String, label: String?
    ) throws(DataSetError) {
        var pictures: [LandmarkPicture] = []
        for (number, node) in lines {
            let place = DataPlace(file: file, row: number)
            guard let source = node["source"]?.string, let hands = node["hands"]?.elements else {
                if node["error"] != nil { builder.notices.append(.rowSkipped(place, why: "the image was not read")) }
                continue
            }
            let ratio = LandmarkLine.aspectRatio(of: node)
            pictures.append(
                LandmarkPicture(
                    source: source, label: node["label"]?.string, isFrame: node["frame"] != nil,
                    milliseconds: node["timestampMs"]?.number,
                    hands: hands.compactMap { LandmarkLine.hand($0, aspectRatio: ratio) }, handCount: hands.count,
                    place: place))
        }
        try addLandmarks(pictures, file: file, label: label)
    }

    /// Adds the hands of images: one item per image, or a sequence for each hand of a video.
    mutating func addLandmarks(_ pictures: [LandmarkPicture], file: String, label: String?) throws(DataSetError) {
        let labels = LandmarkLabels(sources: pictures.map(\.source), file: file, label: label)
        var sequences = LandmarkSequences()
        for picture in pictures {
            let name = picture.label ?? labels.label(of: picture.source)
            if picture.hands.count < picture.handCount {
                builder.notices.append(.rowSkipped(picture.place, why: "a hand does not have 21 points with x and y"))
            }
            switch kind {
            case .poses:
                guard let first = picture.hands.first else {
                    if picture.handCount == 0 { builder.notices.append(.noHand(picture.place, label: name)) }
                    continue
                }
                // Group the frames of a video, because they resemble each other.
                let group = picture.isFrame ? picture.source : nil
                builder.add(.hand(first.points), label: name, group: group, place: picture.place)
            case .actions:
                guard let milliseconds = picture.milliseconds, milliseconds.magnitude < 1e12 else {
                    throw .otherKind(path: file, found: .poses)
                }
                sequences.add(
                    picture.hands, source: picture.source, label: name, milliseconds: milliseconds,
                    place: picture.place)
            }
        }
        guard let finished = sequences.finished(rate: options.frameRate) else {
            throw .formUnknown(
                path: file,
                why: "has hands that are missing from nearly all frames between their first and last; give each hand"
                    + " its own id")
        }
        for sequence in finished {
            builder.add(
                .sequence(sequence.frames, rate: sequence.rate), label: sequence.label, group: sequence.source,
                place: sequence.place)
        }
    }
}

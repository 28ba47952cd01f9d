import TegataClassifiers
import TegataSystem
import TegataTables

extension DataSetReader {
    /// Adds a JSON file: lines of hands as this program writes them, or annotations.
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
                path: path, why: "is neither a JSON array of objects with file and label nor what --json writes")
        }
        try addAnnotations(table, folder: FolderContents.folder(of: path))
    }

    /// The objects of a file that has one in every line; nil where the file has another form.
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
                throw .formUnknown(path: file, why: "line \(index + 1) is no JSON; write the file again")
            }
            result.append((index + 1, node))
        }
        return result.isEmpty ? nil : result
    }

    /// Adds hands as this program writes them with --json.
    private mutating func addLandmarks(
        _ lines: [(number: Int, node: JSONNode)], file: String, label: String?
    ) throws(DataSetError) {
        var pictures: [LandmarkPicture] = []
        for (number, node) in lines {
            let place = DataPlace(file: file, row: number)
            guard let source = node["source"]?.string, let hands = node["hands"]?.elements else {
                if node["error"] != nil { builder.notices.append(.rowSkipped(place, why: "the picture was not read")) }
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

    /// Adds the hands of pictures: one for every picture, or a sequence for each hand of a video.
    mutating func addLandmarks(_ pictures: [LandmarkPicture], file: String, label: String?) throws(DataSetError) {
        let labels = LandmarkLabels(sources: pictures.map(\.source), file: file, label: label)
        var sequences = LandmarkSequences()
        for picture in pictures {
            let name = picture.label ?? labels.label(of: picture.source)
            if picture.hands.count < picture.handCount {
                builder.notices.append(.rowSkipped(picture.place, why: "a hand has not 21 points with x and y"))
            }
            switch kind {
            case .poses:
                guard let first = picture.hands.first else {
                    if picture.handCount == 0 { builder.notices.append(.noHand(picture.place, label: name)) }
                    continue
                }
                // Frames of a video resemble each other.
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
                why: "has hands that are away for nearly all of the frames between their first and their last; give"
                    + " each an id of its own")
        }
        for sequence in finished {
            builder.add(
                .sequence(sequence.frames, rate: sequence.rate), label: sequence.label, group: sequence.source,
                place: sequence.place)
        }
    }
}

/// How hands are written in lines of JSON.
enum LandmarkLine {
    /// A hand and the number that it has in a video.
    struct Hand {
        var points: HandKeyPoints
        var identifier: Int
    }

    /// That of a picture, 1 where it does not say.
    static func aspectRatio(of picture: JSONNode) -> Float {
        let width = picture["width"]?.number ?? 1
        let height = picture["height"]?.number ?? 1
        let ratio = width > 0 && height > 0 ? Float(width / height) : 1
        return ratio.isFinite && ratio > 0 ? ratio : 1
    }

    /// Nil where it has not 21 points.
    static func hand(_ node: JSONNode, aspectRatio: Float) -> Hand? {
        guard let points = node["landmarks"]?.elements, points.count == HandKeyPoints.pointCount else { return nil }
        var places: [(Float, Float)] = []
        for point in points {
            guard let x = point["x"]?.number, let y = point["y"]?.number, x.magnitude < 100, y.magnitude < 100 else {
                return nil
            }
            places.append((Float(x), Float(y)))
        }
        let chirality: Chirality =
            switch node["handedness"]?["categoryName"]?.string {
            case "Left"?: .left
            case "Right"?: .right
            default: .unknown
            }
        let identifier = node["id"]?.number.flatMap { Int(exactly: $0) } ?? 0
        return Hand(
            points: HandKeyPoints(chirality: chirality, aspectRatio: aspectRatio) {
                (places[$0].0, places[$0].1, 1)
            }, identifier: identifier)
    }
}

/// What hands that were found in pictures are called: what was asked for, or what folders or names of pictures or of
/// the file itself say.
struct LandmarkLabels {
    private let label: String?
    private let usesFolders: Bool
    private let usesNames: Bool
    private let fileLabel: String

    init(sources: [String], file: String, label: String?) {
        self.label = label
        let folders = Set(sources.map { FolderContents.folder(of: $0) })
        usesFolders = folders.count > 1
        let names = Set(
            sources.map { DataSetReader.label(ofFile: FolderContents.name(of: $0), separators: [".", "_"]) })
        usesNames = names.count > 1 && names.count < sources.count
        fileLabel = DataSetReader.label(ofFile: FolderContents.name(of: file), separators: ["."])
    }

    func label(of source: String) -> String {
        if let label { return label }
        if usesFolders { return FolderContents.name(of: FolderContents.folder(of: source)) }
        if usesNames { return DataSetReader.label(ofFile: FolderContents.name(of: source), separators: [".", "_"]) }
        return fileLabel
    }
}

/// Gathers the frames of every hand of every video.
struct LandmarkSequences {
    struct Sequence {
        var source: String
        var label: String
        var place: DataPlace
        var frames: [HandKeyPoints]
        var rate: Double?
    }

    private struct Key: Hashable {
        var source: String
        var identifier: Int
    }

    /// How many frames sequences may have for every hand and every frame of a video that was read.
    private static let mostFramesEach = 16

    private var order: [Key] = []
    private var hands: [Key: [Double: HandKeyPoints]] = [:]
    private var times: [String: [Double]] = [:]
    private var labels: [Key: (label: String, place: DataPlace)] = [:]

    mutating func add(
        _ found: [LandmarkLine.Hand], source: String, label: String, milliseconds: Double, place: DataPlace
    ) {
        times[source, default: []].append(milliseconds)
        for hand in found {
            let key = Key(source: source, identifier: hand.identifier)
            if hands[key] == nil {
                order.append(key)
                labels[key] = (label, place)
            }
            hands[key, default: [:]][milliseconds] = hand.points
        }
    }

    /// Every hand from its first to its last frame; the rate is that of the video's frames unless one is given.
    ///
    /// Nil where that were far more frames than there are hands and frames of videos: a small file is not to fill the
    /// memory with hands that are not there.
    func finished(rate: Double?) -> [Sequence]? {
        let times = times.mapValues { $0.sorted() }
        let read = times.values.reduce(0) { $0 + $1.count } + hands.values.reduce(0) { $0 + $1.count }
        var rest = Self.mostFramesEach * read
        var sequences: [Sequence] = []
        for key in order {
            guard let points = hands[key], let (label, place) = labels[key], let times = times[key.source],
                let first = points.keys.min(), let last = points.keys.max()
            else { continue }
            let span = (times.last ?? 0) - (times.first ?? 0)
            let own = span > 0 ? Double(times.count - 1) * 1000 / span : nil
            let seen = times[Self.count(times) { $0 < first }..<Self.count(times) { $0 <= last }]
            rest -= seen.count
            guard rest >= 0 else { return nil }
            sequences.append(
                Sequence(
                    source: key.source, label: label, place: place, frames: seen.map { points[$0] ?? HandKeyPoints() },
                    rate: rate ?? own))
        }
        return sequences
    }

    /// How many of the values, which are sorted, are in front of what `isBefore` refuses.
    private static func count(_ sorted: [Double], _ isBefore: (Double) -> Bool) -> Int {
        var (low, high) = (0, sorted.count)
        while low < high {
            let middle = (low + high) / 2
            if isBefore(sorted[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

import Foundation
import TabularData
import TegataBuffers
import TegataClassifiers
import TegataHandCommands
import TegataHands
import TegataSystem
import TegataTables
import TegataTracks
import TegataTrainingData

extension FuzzTarget {
    static let tables = [
        FuzzTarget("json") { (bytes) throws(TableFileError) in
            use(try JSONReader.value(bytes.array(), file: "file.json"))
        },
        // Lines of a track, revised and with their report.
        FuzzTarget("track") { (bytes) throws(any Error) in
            let video = try VideoHands(lines: bytes.array(), file: "track.jsonl")
            use(TrackReport(video, origin: nil).json)
            use(TrackReport(video.revised(HandPipelineOptions()), origin: nil).json)
        },
        FuzzTarget("csv") { (bytes) throws(TableFileError) in
            use(try DelimitedText(bytes.array(), file: "file.csv"))
        },
        FuzzTarget("npy") { (bytes) throws(NPYError) in
            let array = try NPYArray(bytes, file: "file.npy")
            array.forEachFloat { _, value in use(value) }
            array.forEachInteger { _, value in use(value) }
        },
        // Tables of `TabularData`. The first bytes choose the format, and the written table is read again.
        FuzzTarget("dataframe") { (bytes) throws(any Error) in
            var script = ByteScript(bytes)
            let choice = script.byte()
            let delimiter = Array(",;\t|")[script.below(4)]
            let data = Data(script.bytes(.max))
            guard choice & 1 == 0 else {
                let frame = try DataFrame(jsonData: data, types: choice & 2 == 0 ? [:] : ["a": .double, "b": .array])
                use(try DataFrame(jsonData: frame.jsonRepresentation()))
                return
            }
            let options = CSVReadingOptions(
                hasHeaderRow: choice & 2 == 0, ignoresEmptyLines: choice & 4 == 0, usesQuoting: choice & 8 == 0,
                usesEscaping: choice & 16 != 0, delimiter: delimiter)
            let frame = try DataFrame(
                csvData: data, types: choice & 32 == 0 ? [:] : ["a": .float, "b": .data], options: options)
            use(try DataFrame(csvData: frame.csvRepresentation()))
        },
    ]
}

extension FuzzTarget {
    static let training = [
        // A trained classifier with a valid checksum, and its predictions for hands.
        FuzzTarget("classifier") { (bytes) throws(ClassifierFileError) in
            let file = try ClassifierFile(Bytes(bytes.array() + Array(sha256(bytes).utf8)), file: "file.tegata")
            guard try ClassifierFile(Bytes(file.bytes), file: "file.tegata") == file else {
                fatalError("what was written is not what was read")
            }
            switch file {
            case .pose(let classifier): for hand in hands { use(classifier.predict(hand)) }
            case .action(let classifier):
                var recognizer = ActionRecognizer(classifier)
                for frame in 0..<40 {
                    use(recognizer.add(hands[frame % hands.count], hand: 1, time: Double(frame) / classifier.frameRate))
                }
            case .embedding(let head): use(head.predict([Float](repeating: 0.5, count: EmbeddingHead.embeddingCount)))
            }
        },
        // Annotations, landmarks and points for training. The first byte chooses the name of the file, the kind of data
        // set, and whether the file is the data or annotates other files.
        FuzzTarget("dataset") { (bytes) throws(DataSetError) in
            var script = ByteScript(bytes)
            let choice = script.below(20)
            let ending = ["csv", "json", "jsonl", "npy", "tsv"][choice / 2 % 5]
            try withFile(called: "hands.\(ending)", script.bytes(.max)) { (folder, path) throws(DataSetError) in
                let kind: DataSetKind = choice % 2 == 0 ? .poses : .actions
                use(
                    choice < 10
                        ? try read(path, kind)
                        : try DataSet.annotated(
                            folder: folder, annotationFile: path, kind: kind, needsTwoLabels: false))
            }
        },
    ]

    private static func read(_ path: String, _ kind: DataSetKind) throws(DataSetError) -> DataSet {
        switch kind {
        case .poses: try DataSet.poses(at: [path], needsTwoLabels: false)
        case .actions: try DataSet.actions(at: [path], needsTwoLabels: false)
        }
    }

    /// A plausible hand, a missing hand, and an impossible one.
    private static let hands = [
        HandKeyPoints(chirality: .right) { (0.5 + 0.1 * Float($0 % 5 - 2), 0.9 - 0.1 * Float($0 / 5), 1) },
        HandKeyPoints(),
        HandKeyPoints { ($0 == 3 ? .infinity : 0.5, -1e30, 1) },
    ]

    /// Calls `body` with a file that contains the bytes, alone in a folder.
    static func withFile<Failure: Error>(
        called name: String, _ bytes: [UInt8], _ body: (String, String) throws(Failure) -> Void
    ) throws(Failure) {
        var template = Array("/dev/shm/tegata-fuzz-XXXXXX".utf8CString)
        guard let folder = mkdtemp(&template).map({ String(cString: $0) }) else { return }
        let path = "\(folder)/\(name)"
        defer {
            _ = unlink(path)
            _ = rmdir(folder)
        }
        guard (try? PendingFile.writeFile(bytes.span.bytes, to: path)) != nil else { return }
        try body(folder, path)
    }
}

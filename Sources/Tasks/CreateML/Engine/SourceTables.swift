import TabularData
import TegataClassifiers
import TegataTraining
import TegataTrainingData

/// The tables of a data source, for either classifier.
struct SourceTables {
    let source: SourceRecord
    let kind: DataSetKind
    /// The name of the path column.
    let mediaName: String

    private func dataSet(frameRate: Double? = nil) throws(MLCreateError) -> DataSet {
        try source.check()
        return try source.dataSet(kind, frameRate: frameRate, needsTwoLabels: false)
    }

    /// Returns the files for each label.
    func labeledMedia() throws(MLCreateError) -> [String: [URL]] {
        if case .points = source {
            throw .type(reason: "the data source has key points but no \(kind == .poses ? "images" : "videos")")
        }
        let dataSet = try dataSet()
        return Dictionary(grouping: dataSet.items) { dataSet.label(of: $0) }.mapValues { items in
            items.compactMap { $0.path.map { URL(fileURLWithPath: $0) } }
        }
    }

    /// Returns a row for every file; nil for key points.
    func annotatedFileNames() throws(MLCreateError) -> DataFrame? {
        if case .points = source { return nil }
        let dataSet = try dataSet()
        var frame = DataFrame()
        frame.append(column: Column(name: mediaName, contents: dataSet.items.map { $0.path ?? "" }))
        frame.append(column: Column(name: DefaultNames.label, contents: dataSet.items.map { dataSet.label(of: $0) }))
        guard kind == .actions else { return frame }
        let clips = dataSet.items.map { item in
            if case .clip(let clip) = item.content { clip } else { ClipItem(path: "") }
        }
        for (name, times) in [
            (DefaultNames.startTime, clips.map(\.start)), (DefaultNames.endTime, clips.map(\.end)),
        ] where times.contains(where: { $0 != nil }) {
            let seconds = times.map { time -> Double? in if case .seconds(let value)? = time { value } else { nil } }
            frame.append(column: Column<Double>(name: name, contents: seconds))
        }
        return frame
    }

    /// Returns a row for each hand, or for each frame of each sequence.
    func keypoints(frameRate: Double) throws(MLCreateError) -> DataFrame {
        let found = try FeatureExtraction().extract(dataSet(frameRate: frameRate))
        let examples = found.examples(kind == .poses ? .poses : .actions(frameRate: frameRate))
        var (labels, paths, sessions): ([String], [String?], [Int]) = ([], [], [])
        var points: [MLMultiArray] = []
        for (session, (frames, (label, source))) in zip(examples.frames, zip(examples.labels, examples.sources))
            .enumerated()
        {
            for frame in frames {
                labels.append(found.dataSet.labels[label])
                paths.append(found.dataSet.items[source.item].path)
                sessions.append(session)
                points.append(Self.array(frame))
            }
        }
        var frame = DataFrame()
        frame.append(column: Column(name: DefaultNames.label, contents: labels))
        if paths.contains(where: { $0 != nil }) {
            frame.append(column: Column<String>(name: mediaName, contents: paths))
        }
        frame.append(column: Column(name: DefaultNames.feature, contents: points))
        frame.append(column: Column(name: DefaultNames.session, contents: sessions))
        return frame
    }

    private static func array(_ hand: HandKeyPoints) -> MLMultiArray {
        MLMultiArray(MLShapedArray(scalars: hand.poses, shape: [1, 3, HandKeyPoints.pointCount]))
    }

    /// Returns the rows with a `partition` column, the index of each row's part; every part has its share of each
    /// label.
    func stratifiedSplit(
        proportions: [Double], seed: Int, labelColumn: String
    ) throws(MLCreateError) -> MLDataTable {
        var frame: DataFrame
        switch source {
        case .media(let table, _), .points(let table, _, _, _): frame = table
        case .directories, .files, .annotated: frame = try annotatedFileNames() ?? DataFrame()
        }
        _ = try TableColumn(labelColumn, of: frame)
        guard !proportions.isEmpty, proportions.allSatisfy({ $0 > 0 }), proportions.reduce(0, +).isFinite else {
            throw .generic(
                reason: "the proportions are \(proportions); give at least one, all finite and greater than 0")
        }
        guard !frame.containsColumn("partition") else {
            throw .type(reason: "the data frame has a column 'partition', which the split would add; rename it")
        }
        // Use a separate table, because the client's columns may have any names.
        var (rest, label) = (DataFrame(), frame[labelColumn])
        label.name = "label"
        rest.append(column: label)
        rest.append(column: Column(name: "row", contents: Array(0..<frame.shape.rows)))
        var partition = [Int](repeating: 0, count: frame.shape.rows)
        for (part, proportion) in proportions.enumerated() {
            let (own, others) = rest.stratifiedSplit(
                on: "label", by: min(proportion / proportions[part...].reduce(0, +), 1), randomSeed: seed &+ part)
            for row in own["row", Int.self].compactMap({ $0 }) { partition[row] = part }
            rest = others
        }
        frame.append(column: Column(name: "partition", contents: partition))
        return MLDataTable(frame)
    }
}

/// The default names of columns.
enum DefaultNames {
    static let label = "label"
    static let session = "session_id"
    static let feature = "keypoints"
    static let image = "imagePath"
    static let video = "videoPath"
    static let startTime = "startTime"
    static let endTime = "endTime"
}

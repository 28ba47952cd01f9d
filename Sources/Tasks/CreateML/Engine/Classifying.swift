import TegataBuffers
import TegataClassifiers
import TegataSystem
import TegataTraining
import TegataTrainingData

/// The ways in which both classifiers use a model.
struct Classifying {
    let classifier: HandClassifierModel

    init(_ model: MLModel) throws(MLCreateError) {
        guard let classifier = model.source as? HandClassifierModel else {
            throw .generic(reason: "the model does not classify hand poses or actions; use one trained by this module")
        }
        self.classifier = classifier
    }

    private var labels: [String] { classifier.file.head.labels }

    /// Returns the size and frame rate of an action classifier's windows; throws if this is another kind of classifier.
    func actionWindow() throws(MLCreateError) -> (size: Int, frameRate: Double) {
        guard case .action(let actions) = classifier.file else {
            throw .type(reason: "the model does not classify hand actions; use one that was trained on actions")
        }
        return (actions.features.windowSize, actions.frameRate)
    }

    /// Throws if the classifier is not a pose classifier.
    func checkPoses() throws(MLCreateError) {
        guard case .pose = classifier.file else {
            throw .type(reason: "the model does not classify hand poses; use one that was trained on poses")
        }
    }

    /// Returns the probabilities for frames, most probable label first; equal ones are in the model's order.
    func ranking(_ frames: [HandKeyPoints]) -> [(label: String, confidence: Double)] {
        let probabilities = classifier.predict(frames).probabilities
        let order = labels.indices.sorted {
            probabilities[$0] != probabilities[$1] ? probabilities[$0] > probabilities[$1] : $0 < $1
        }
        return order.map { (labels[$0], Double(probabilities[$0])) }
    }

    /// Returns consecutive windows of a sequence; the last window ends with the sequence.
    static func windows(of count: Int, size: Int) -> [Range<Int>] {
        guard count > size else { return count > 0 ? [0..<count] : [] }
        var windows = stride(from: 0, through: count - size, by: size).map { $0..<$0 + size }
        if let last = windows.last, last.upperBound < count { windows.append(count - size..<count) }
        return windows
    }

    /// Returns as many frames as a window has, from part of a sequence, which may be shorter. The first and last frames
    /// are kept.
    static func filled(_ frames: ArraySlice<HandKeyPoints>, size: Int) -> [HandKeyPoints] {
        guard let first = frames.first, let last = frames.last, frames.count < size else { return Array(frames) }
        let before = (size - frames.count) / 2
        return [HandKeyPoints](repeating: first, count: before) + frames
            + [HandKeyPoints](repeating: last, count: size - frames.count - before)
    }

    /// Returns the metrics of the model on a source; labels that the model does not have always count as wrong.
    func metrics(
        on source: SourceRecord, _ kind: DataSetKind, windowSize: Int, frameRate: Double
    ) throws(MLCreateError) -> MLClassifierMetrics {
        try source.check()
        let found = try FeatureExtraction().extract(source.dataSet(kind, frameRate: frameRate, needsTwoLabels: false))
        let names = labels + found.dataSet.labels.filter { !labels.contains($0) }
        let places = found.dataSet.labels.map { names.firstIndex(of: $0) ?? 0 }
        var (truths, predictions): ([Int], [Int]) = ([], [])
        let examples = found.pointsAlone.examples(kind == .poses ? .poses : .actions(frameRate: frameRate))
        for (frames, label) in zip(examples.frames, examples.labels) {
            for window in Self.windows(of: frames.count, size: windowSize) {
                truths.append(places[label])
                predictions.append(classifier.predict(Self.filled(frames[window], size: windowSize)).best)
            }
        }
        return MLClassifierMetrics(
            ClassifierMetrics(labels: truths, predictions: predictions, labelCount: names.count), labels: names)
    }

    /// Detects the hands in images or videos; the networks are loaded once for all of them.
    static func extract(_ urls: [URL], _ kind: DataSetKind) throws(MLCreateError) -> [ExtractedItem] {
        var items: [DataItem] = []
        for url in urls {
            try requireFile(url)
            guard FileManager.default.fileExists(atPath: url.path) else {
                throw .io(reason: "\(url.path): no such file; check the path")
            }
            let content: DataItem.Content =
                kind == .poses ? .picture(PictureItem(path: url.path)) : .clip(ClipItem(path: url.path))
            items.append(DataItem(content, label: 0, place: DataPlace(file: url.path)))
        }
        let found = try FeatureExtraction().extract(
            DataSet(kind: kind, labels: [""], background: nil, items: items))
        guard let failed = found.items.firstIndex(of: .failed) else { return found.pointsAlone.items }
        let notice = found.notices.first { if case .unreadable = $0 { true } else { false } }
        throw .io(reason: notice?.description ?? "\(urls[failed].path): cannot be read; check the file")
    }

    /// Writes the model in Tegata's own format.
    func write(to url: URL, metadata: MLModelMetadata?) throws(MLCreateError) {
        try requireFile(url)
        guard url.pathExtension.lowercased() != "task" else {
            throw .io(
                reason:
                    "\(url.path): a .task needs embeddings of the images, but this classifier uses key points;"
                    + " choose another extension, or train with: tegata train pose DATA -o \(url.lastPathComponent)"
            )
        }
        let metadata = metadata ?? MLModelMetadata()
        var file = classifier.file
        var entries = [("author", metadata.author), ("description", metadata.shortDescription)]
        entries.append(("version", metadata.version))
        if let license = metadata.license { entries.append(("license", license)) }
        entries += (metadata.additional ?? [:]).sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        file.card.metadata = entries.map { ModelCardEntry(key: $0.0, value: $0.1) }
        do throws(FileError) { try PendingFile.writeFile(Data(file.bytes).bytes, to: url.path) } catch {
            throw .io(error)
        }
    }
}

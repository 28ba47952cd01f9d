import TegataGestureBundles
import TegataTool
import TegataTraining
import TegataTrainingData

/// The data of a training: examples whose labels are those that the classifier will have.
struct TrainingData {
    let data: ReadData
    let labels: [String]
    let background: Int?
    let examples: LabelledExamples
    /// Other data to judge by; nil where it is held out.
    let validation: (data: ReadData, examples: LabelledExamples)?

    init(_ setup: TrainingSetup, _ arguments: Arguments, _ console: Console) throws(CommandError) {
        let dataSet = try Self.dataSet(setup, setup.paths, needsTwoLabels: true)
        if setup.isBundle { try Self.requireBundle(of: dataSet, setup.output) }
        var validationSet: DataSet?
        if case .data(let path) = setup.validation {
            validationSet = try Self.dataSet(setup, [path], needsTwoLabels: false)
            if setup.isBundle, let validationSet { try Self.requirePictures(in: validationSet, setup.output) }
        }
        var paths = setup.paths
        if case .data(let path) = setup.validation { paths.append(path) }
        if let path = setup.dataOptions.labelsFile { paths.append(path) }
        for output in setup.outputs {
            try output.require(apartFrom: paths, [dataSet, validationSet].compactMap(\.self))
        }
        // What is read until here can be large, and has no end to finish early.
        Interruption.finishesVideos = true
        data = try ReadData(
            dataSet, for: .training, includingEmbeddings: setup.isBundle, named: setup.paths.joined(separator: ", "),
            arguments, console)
        let found = data.examples(setup)
        data.tellNotices(console)
        for notice in dataSet.unneeded(setup.dataOptions, with: validationSet) { console.warn(notice.description) }
        // What has no example cannot be learnt; the others can.
        let present = Set(found.labels)
        let kept = dataSet.labels.indices.filter { present.contains($0) }
        for index in dataSet.labels.indices where !present.contains(index) {
            console.warn(
                "no example of '\(dataSet.labels[index])' shows a hand, and it is not learnt; add examples that do")
        }
        labels = kept.map { dataSet.labels[$0] }
        guard labels.count > 1 else {
            throw .failure(
                setup.paths.joined(separator: ", ")
                    + ": hands were found for \(labels.isEmpty ? "no class" : "'\(labels[0])' alone"), and two"
                    + " classes are needed; add examples that show hands")
        }
        background = dataSet.background.flatMap { kept.firstIndex(of: $0) }
        examples = found.placed(dataSet.labels.indices.map { kept.firstIndex(of: $0) })
        if let validationSet, case .data(let path) = setup.validation {
            let read = try ReadData(
                validationSet, for: .judging, includingEmbeddings: setup.isBundle, named: path, arguments, console)
            read.tellNotices(console)
            let labels = labels
            for label in read.labels where !labels.contains(label) {
                console.warn("\(path): '\(label)' is no class of the training, and is left out")
            }
            let placed = read.examples(setup).placed(read.labels.map { labels.firstIndex(of: $0) })
            guard placed.count > 0 else {
                throw .failure("\(path): has no example of a class of the training; name its folders alike")
            }
            validation = (read, placed)
        } else {
            validation = nil
        }
    }

    private static func dataSet(
        _ setup: TrainingSetup, _ paths: [String], needsTwoLabels: Bool
    ) throws(CommandError) -> DataSet {
        try orFailure { () throws(DataSetError) in
            switch setup.kind {
            case .pose: try DataSet.poses(at: paths, setup.dataOptions, needsTwoLabels: needsTwoLabels)
            case .action: try DataSet.actions(at: paths, setup.dataOptions, needsTwoLabels: needsTwoLabels)
            }
        }
    }

    /// Throws where there is something that a bundle cannot be made of.
    private static func requireBundle(of dataSet: DataSet, _ output: String) throws(CommandError) {
        try requirePictures(in: dataSet, output)
        do throws(GestureBundleError) {
            try GestureBundleWriter.check(labels: dataSet.labels, background: dataSet.background)
        } catch {
            throw .failure("\(output): \(error.description)")
        }
    }

    private static func requirePictures(in dataSet: DataSet, _ output: String) throws(CommandError) {
        let count = dataSet.pointsOnlyCount
        guard count > 0 else { return }
        let place = dataSet.items.first { $0.path == nil }?.place.file ?? ""
        throw .failure(
            "\(place): \(count) example\(count == 1 ? " has" : "s have") key points without a picture, which lack"
                + " what a bundle for MediaPipe is trained with; choose a name such as poses.tegata in place of"
                + " \(output), or name pictures"
        )
    }
}

extension ReadData {
    /// The examples that the training of this kind takes.
    func examples(_ setup: TrainingSetup) -> LabelledExamples {
        switch setup.kind {
        case .pose: setup.isBundle ? .embeddings(extracted.embeddings) : .poses(extracted.poses)
        case .action: .actions(extracted.actions(frameRate: setup.frameRate))
        }
    }
}

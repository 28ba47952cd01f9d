import TegataGestureBundles
import TegataTool
import TegataTraining
import TegataTrainingData

/// The training data.
struct TrainingData {
    let data: ReadData
    /// Other data to validate with; nil if examples from the training data are held out.
    private(set) var validation: ReadData?
    private(set) var material: TrainingMaterial

    /// The data for validation, with its examples; all of the training data if some of its examples are held out.
    var judged: (data: ExtractedDataSet, examples: LabelledExamples) {
        guard let validation, let examples = material.validation else { return (data.extracted, material.examples) }
        return (validation.extracted, examples)
    }

    init(_ setup: TrainingSetup, _ arguments: Arguments, _ console: Console) throws {
        let dataSet = try setup.kind.dataSet(at: setup.paths, setup.dataOptions, needsTwoLabels: true)
        if setup.isBundle { try Self.requireBundle(of: dataSet, setup.output) }
        var validationSet: (path: String, set: DataSet)?
        if case .data(let path) = setup.validation {
            let set = try setup.kind.dataSet(at: [path], setup.dataOptions, needsTwoLabels: false)
            if setup.isBundle { try Self.requirePictures(in: set, setup.output) }
            validationSet = (path, set)
        }
        let paths = setup.paths + [validationSet?.path, setup.dataOptions.labelsFile].compactMap(\.self)
        for output in setup.outputs {
            try output.require(apartFrom: paths, [dataSet, validationSet?.set].compactMap(\.self))
        }
        // Let Ctrl-C finish early from here on. Reading the data above cannot finish early, and can take long.
        Interruption.finishesVideos = true
        let name = setup.paths.joined(separator: ", ")
        data = try ReadData(
            dataSet, for: .training, includingEmbeddings: setup.isBundle, named: name, arguments, console)
        data.tellNotices(console)
        for notice in dataSet.unneeded(setup.dataOptions, with: validationSet?.set) { console.warn(notice.description) }
        let found = data.extracted
        material = try Self.telling(console) { notices in
            try TrainingMaterial(found, setup.exampleKind, named: name, notices: &notices)
        }
        if let (path, set) = validationSet {
            let read = try ReadData(
                set, for: .judging, includingEmbeddings: setup.isBundle, named: path, arguments, console)
            read.tellNotices(console)
            var validated = material
            try Self.telling(console) { notices in
                try validated.validate(with: read.extracted, setup.exampleKind, named: path, notices: &notices)
            }
            (validation, material) = (read, validated)
        }
    }

    /// Runs `body` and reports its notices, even if it fails.
    private static func telling<Result>(
        _ console: Console, _ body: (inout [DataNotice]) throws -> Result
    ) throws -> Result {
        var notices: [DataNotice] = []
        defer { for notice in notices { console.warn(notice.description) } }
        return try body(&notices)
    }

    /// Throws if a bundle cannot be made from the data set.
    private static func requireBundle(of dataSet: DataSet, _ output: String) throws {
        try requirePictures(in: dataSet, output)
        do {
            try GestureBundleWriter.check(labels: dataSet.labels, background: dataSet.background)
        } catch {
            throw .failure("\(output): \(error.description)")
        }
    }

    private static func requirePictures(in dataSet: DataSet, _ output: String) throws {
        let count = dataSet.pointsOnlyCount
        guard count > 0 else { return }
        let place = dataSet.items.first { $0.path == nil }?.place.file ?? ""
        throw .failure(
            "\(place): \(count) example\(count == 1 ? " has" : "s have") landmarks without an image, but a bundle for"
                + " MediaPipe needs images; choose a name such as poses.tegata instead of \(output), or pass images"
        )
    }
}

import TegataBuffers
import TegataClassifiers
import TegataGestureBundles
import TegataHandCommands
import TegataTool
import TegataTraining
import TegataTrainingData

/// The training settings, checked before any data is read.
struct TrainingSetup {
    let kind: TrainingKind
    let paths: [String]
    let output: String
    /// Whether the output is a bundle for MediaPipe.
    let isBundle: Bool
    let htmlPath: String?
    let checkpointPath: String?
    let validation: ValidationChoice?
    let dataOptions: DataSetOptions
    private(set) var recipe = TrainingRecipe()
    /// The path of the classifier from which training continues; nil to train from scratch.
    let olderPath: String?

    private static let usualWindow = 45
    private static let usualRate: Float = 30
    /// The usual number of iterations between reports. Short training runs report more often, so that curves have
    /// enough points.
    private static let usualReportInterval = 25

    init(_ kind: TrainingKind, _ paths: [String], _ arguments: Arguments) throws {
        self.kind = kind
        self.paths = paths
        guard let output = try arguments.value(of: TrainOption.output) else {
            throw .usage("train needs a file to write; add --output FILE.tegata, or FILE.task for MediaPipe")
        }
        self.output = output
        isBundle = output.lowercased().hasSuffix(".task")
        htmlPath = try arguments.value(of: TrainOption.html)
        checkpointPath = try arguments.value(of: TrainOption.checkpoint)
        validation = try arguments.value(of: TrainOption.validation)
        dataOptions = try DataSetOptions(arguments)
        olderPath = try arguments.value(of: TrainOption.older)
        let window = try arguments.value(of: TrainOption.window)
        let rate = try arguments.value(of: TrainOption.rate)
        recipe.changes = try arguments.value(of: TrainOption.augment)
        (recipe.windowSize, recipe.frameRate) = (window ?? Self.usualWindow, Double(rate ?? Self.usualRate))
        try requireKind(window: window, rate: rate)
        let bundle = try? arguments.bundle(hasGestures: isBundle)
        try DataOutput.requirePlaces(of: outputs, inputs: paths + [bundle].compactMap(\.self), older: olderPath)
        try readOptions(arguments)
        if let olderPath { try goOn(from: olderPath, window, rate) }
    }

    private func requireKind(window: Int?, rate: Float?) throws {
        if kind == .pose {
            guard window == nil, rate == nil else {
                throw .usage("--window and --rate apply only to actions; use tegata train action, or drop them")
            }
            if let name = recipe.changes?.namesOfActions.first {
                throw .usage("--augment \(name) applies only to actions; drop it")
            }
        } else if isBundle {
            throw .usage(
                "\(output): a .task bundle holds gestures of single images, not actions; choose a name such as"
                    + " actions.tegata"
            )
        }
    }

    /// The kind of examples that the classifier is trained with.
    var exampleKind: LabelledExamples.Kind {
        switch kind {
        case .pose: isBundle ? .embeddings : .poses
        case .action: .actions(frameRate: recipe.frameRate)
        }
    }

    /// All output files.
    var outputs: [DataOutput] {
        [DataOutput(kind: .classifier, option: "--output", path: output)]
            + [htmlPath.map { DataOutput(kind: .page, option: "--html", path: $0) }].compactMap(\.self)
            + [checkpointPath.map { DataOutput(kind: .state, option: "--checkpoint", path: $0) }].compactMap(\.self)
    }

    private mutating func readOptions(_ arguments: Arguments) throws {
        recipe.options.iterations = try arguments.value(of: TrainOption.iterations)
        recipe.options.batchSize = try arguments.value(of: TrainOption.batch) ?? recipe.options.batchSize
        recipe.options.seed = UInt64(try arguments.value(of: TrainOption.seed) ?? 0)
        recipe.options.rejectedShare =
            try arguments.value(of: TrainOption.rejected).map { Double($0) } ?? recipe.options.rejectedShare
        recipe.options.patience = try arguments.value(of: TrainOption.patience) ?? recipe.options.patience
        recipe.options.threadCount = try arguments.threadCount()
        recipe.options.reportInterval = min(max((recipe.options.iterations ?? .max) / 20, 1), Self.usualReportInterval)
        switch validation {
        case .share(let share): recipe.options.validation = .split(share: share)
        case .folds(let count): recipe.options.validation = .folds(count)
        case .some(.none):
            guard try arguments.value(of: TrainOption.rejected) == nil else {
                throw .usage(
                    "--rejected-share needs held-out examples, but --validation none holds out none; drop one of the"
                        + " options")
            }
            recipe.options.validation = .none
        case .data, nil: break
        }
    }

    /// Reads the older classifier. Its window and rate apply to the new one.
    private mutating func goOn(from path: String, _ window: Int?, _ rate: Float?) throws {
        let file = try ClassifierFile(at: path)
        switch file {
        case .action(let classifier) where kind == .action:
            if let window, window != classifier.features.windowSize {
                throw .failure(
                    "\(path): has windows of \(classifier.features.windowSize) frames, not \(window); drop --window")
            }
            if let rate, Double(rate) != classifier.frameRate {
                throw .failure("\(path): uses \(classifier.frameRate) frames per second, not \(rate); drop --rate")
            }
            (recipe.windowSize, recipe.frameRate) = (classifier.features.windowSize, classifier.frameRate)
        case .pose where kind == .pose && !isBundle: break
        case .embedding where kind == .pose && isBundle: break
        case .action: throw .failure("\(path): classifies actions; continue from it with tegata train action")
        case .pose where isBundle:
            throw .failure(
                "\(path): takes landmarks, which a .task bundle cannot; choose a name such as poses.tegata, or drop"
                    + " --from")
        case .pose: throw .failure("\(path): classifies poses; continue from it with tegata train pose")
        case .embedding:
            throw .failure("\(path): belongs to a bundle for MediaPipe; choose a name that ends in .task")
        }
        recipe.start = file
    }

    /// Returns the checkpoint to resume from; nil if there is none.
    func checkpoint() throws -> TrainingCheckpoint? {
        guard let checkpointPath, System.isFile(checkpointPath) else { return nil }
        let bytes = try Bytes(mappingFileAt: checkpointPath)
        do {
            return try TrainingCheckpoint(bytes, file: checkpointPath)
        } catch {
            guard case .notAClassifier = error.problem else { throw error }
            throw .failure("\(checkpointPath): is not a training checkpoint; choose another file or delete this one")
        }
    }
}

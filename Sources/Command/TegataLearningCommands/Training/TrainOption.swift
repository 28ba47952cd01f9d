import TegataHandCommands
import TegataTool
import TegataTraining
import TegataTrainingData

/// The options that say what is trained, and how.
enum TrainOption {
    static let output = Option<String>.text(
        "--output", short: "-o", "FILE",
        "the classifier to write: a bundle for MediaPipe where the name ends with .task, a file of Tegata's own"
            + " otherwise",
        values: .files(["task", "tegata"]))
    static let validation = Option<ValidationChoice>(
        "--validation", "WHAT",
        "what is held out to judge by: a share such as 0.2, a number of folds such as 5, none, or other data"
            + " (default: 5 folds for fewer than 200 examples, else 1/7)",
        values: .files([]), expectation: "a share below 1, a number of folds from 2 to 100, none, or a path",
        parse: ValidationChoice.init)
    static let iterations = Option<Int>.integer(
        "--iterations", "N", in: 1...1_000_000, "how many batches to train with (default: by the number of examples)")
    static let batch = Option<Int>.integer("--batch", "N", in: 1...4096, "how many examples a batch has (default: 32)")
    static let seed = Option<Int>.integer(
        "--seed", "N", in: 0...Int.max,
        "the seed of all chance (default: 0); the same data, options and seed give the same file")
    static let augment = Option<AugmentationChanges>(
        "--augment", "CHANGE,…",
        "how chance changes examples: \(AugmentationChanges.names.joined(separator: ", ")), or none (default: all"
            + " but scale and translate; of actions also scale)",
        expectation: "changes such as rotate,flip, or none", parse: { AugmentationChanges($0) })
    static let rejected = Option<Float>.fraction(
        "--rejected-share", "the share of known hands that may be rejected so that unknown ones are (default: 0.02)")
    static let patience = Option<Int>.integer(
        "--patience", "N", in: 0...1_000_000,
        "end when what is held out was not judged better for N reports, and go back to the best (default: 0, never)")
    static let older = Option<String>.text(
        "--from", "OLDER", "go on from an older classifier: classes of the same name keep what was learnt",
        values: .files(["tegata", "task"]))
    static let checkpoint = Option<String>.text(
        "--checkpoint", "FILE",
        "where the state of a training that is interrupted is kept; where it is there, the training goes on from it",
        values: .files([]))
    static let window = Option<Int>.integer(
        "--window", "FRAMES", in: 2...4096, "of actions: how many frames are looked at together (default: 45)")
    static let rate = Option<Float>(
        "--rate", "FPS", "of actions: frames a second that are looked at; faster videos are thinned (default: 30)",
        expectation: "a number from 1 to 240",
        parse: { text in Float(text).flatMap { (1...240).contains($0) ? $0 : nil } })
    static let html = Option<String>.text(
        "--html", "OUT.html", "write the report as a web page, a single file with curves and the worst mistakes",
        values: .files(["html"]))

    static let all =
        [
            output.description, validation.description, iterations.description, batch.description, seed.description,
            augment.description, rejected.description, patience.description, older.description,
            checkpoint.description, window.description, rate.description, html.description,
        ] + [CommonOption.json.description, OutputOption.quiet.description]
}

/// What a classifier tells apart.
enum TrainingKind: String, CaseIterable, Sendable {
    case pose, action

    /// Reads examples of this kind.
    func dataSet(at paths: [String], _ options: DataSetOptions, needsTwoLabels: Bool) throws -> DataSet {
        switch self {
        case .pose: try DataSet.poses(at: paths, options, needsTwoLabels: needsTwoLabels)
        case .action: try DataSet.actions(at: paths, options, needsTwoLabels: needsTwoLabels)
        }
    }
}

/// What a training is judged by.
enum ValidationChoice: Sendable, Equatable {
    case share(Double)
    case folds(Int)
    case none
    /// Other data.
    case data(String)

    init?(_ text: String) {
        guard !text.isEmpty else { return nil }
        if text == "none" {
            self = .none
        } else if let count = Int(text) {
            guard (2...100).contains(count) else { return nil }
            self = .folds(count)
        } else if let share = Double(text) {
            guard share > 0, share < 1 else { return nil }
            self = .share(share)
        } else {
            self = .data(text)
        }
    }
}

extension AugmentationChanges {
    /// What people call the changes: those of Create ML first, then Tegata's own, and last those of actions.
    private static let named: [(name: String, change: AugmentationChanges)] = [
        ("rotate", .rotate), ("flip", .flip), ("scale", .scale), ("translate", .translate), ("tilt", .tilt),
        ("form", .form), ("speed", .speed), ("shift", .shift), ("drop", .drop),
    ]

    static var names: [String] { named.map(\.name) }

    /// The changes in a text of names with commas between them; nil where one is unknown.
    init?(_ text: String) {
        self = []
        guard text != "none" else { return }
        for word in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let change = Self.named.first(where: { $0.name == word })?.change else { return nil }
            insert(change)
        }
    }

    /// The names of the changes that only actions have.
    var namesOfActions: [String] {
        let changes: AugmentationChanges = [.speed, .shift, .drop]
        return Self.named.filter { isSuperset(of: $0.change) && changes.contains($0.change) }.map(\.name).sorted()
    }
}

/// What people call options of training in other tools.
package let learningOptionHints = [
    OptionHint("--epochs", "--steps", "--max-iterations", option: TrainOption.iterations.description),
    OptionHint("--batch-size", option: TrainOption.batch.description),
    OptionHint("--val", "--val-split", "--validation-split", option: TrainOption.validation.description),
    OptionHint("--augmentation", "--augmentations", option: TrainOption.augment.description),
    OptionHint("--resume", option: TrainOption.checkpoint.description),
]

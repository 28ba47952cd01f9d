import TegataHandCommands
import TegataTool
import TegataTraining
import TegataTrainingData

/// The options of training.
enum TrainOption {
    static let output = Option<String>.text(
        "--output", short: "-o", "FILE",
        "classifier file to write: a bundle for MediaPipe if the name ends in .task, otherwise a Tegata file",
        values: .files(["task", "tegata"]))
    static let validation = Option<ValidationChoice>(
        "--validation", "WHAT",
        "examples to validate with: a fraction to hold out (such as 0.2), a number of folds (such as 5), none, or other"
            + " data (default: 5 folds for fewer than 200 examples, otherwise 1/7)",
        values: .files([]), expectation: "a fraction below 1, a number of folds from 2 to 100, none, or a path",
        parse: ValidationChoice.init)
    static let iterations = Option<Int>.integer(
        "--iterations", "N", in: 1...1_000_000,
        "number of training batches; a higher number takes longer and fits the examples more closely (default: depends"
            + " on the number of examples)")
    static let batch = Option<Int>.integer(
        "--batch", "N", in: 1...4096,
        "number of examples per batch; larger batches make each step slower but steadier (default: 32)")
    static let seed = Option<Int>.integer(
        "--seed", "N", in: 0...Int.max,
        "random seed; the same data, options and seed give the same file (default: 0)")
    static let augment = Option<AugmentationChanges>(
        "--augment", "CHANGE,…",
        "random changes to training examples: \(AugmentationChanges.names.joined(separator: ", ")), or none (default:"
            + " all except translate and, for poses, scale)",
        expectation: "changes such as rotate,flip, or none", parse: { AugmentationChanges($0) })
    static let rejected = Option<Float>.fraction(
        "--rejected-share",
        "fraction of known hands that may be rejected; a higher value rejects more unknown hands (default: 0.02)")
    static let patience = Option<Int>.integer(
        "--patience", "N", in: 0...1_000_000,
        "stop if results on the held-out examples have not improved for N reports, and keep the best state (default: 0,"
            + " never)")
    static let older = Option<String>.text(
        "--from", "OLDER", "continue from an older classifier; classes with the same names keep their training",
        values: .files(["tegata", "task"]))
    static let checkpoint = Option<String>.text(
        "--checkpoint", "FILE",
        "save the state to FILE if training is interrupted; if FILE exists, training resumes from it",
        values: .files([]))
    static let window = Option<Int>.integer(
        "--window", "FRAMES", in: 2...4096,
        "number of frames per window (actions only); a longer window suits longer movements (default: 45)")
    static let rate = Option<Float>(
        "--rate", "FPS",
        "frames per second to use (actions only); extra frames of faster videos are skipped (default: 30)",
        expectation: "a number from 1 to 240",
        parse: { text in Float(text).flatMap { (1...240).contains($0) ? $0 : nil } })
    static let html = Option<String>.text(
        "--html", "OUT.html", "write the report as a single-file web page with curves and the worst mistakes",
        values: .files(["html"]))

    static let all =
        [
            output.description, validation.description, iterations.description, batch.description, seed.description,
            augment.description, rejected.description, patience.description, older.description,
            checkpoint.description, window.description, rate.description, html.description,
        ] + [CommonOption.json.description, OutputOption.quiet.description]
}

/// The kind of movement or shape that a classifier recognises.
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

/// The examples with which training is validated.
enum ValidationChoice: Sendable, Equatable {
    case share(Double)
    case folds(Int)
    case none
    /// The path of other data.
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
    /// The changes with their names: Create ML's first, then Tegata's, and finally the changes for actions.
    private static let named: [(name: String, change: AugmentationChanges)] = [
        ("rotate", .rotate), ("flip", .flip), ("scale", .scale), ("translate", .translate), ("tilt", .tilt),
        ("form", .form), ("speed", .speed), ("shift", .shift), ("drop", .drop),
    ]

    static var names: [String] { named.map(\.name) }

    /// Parses comma-separated names; nil if one is unknown.
    init?(_ text: String) {
        self = []
        guard text != "none" else { return }
        for word in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let change = Self.named.first(where: { $0.name == word })?.change else { return nil }
            insert(change)
        }
    }

    /// The sorted names of the changes that apply only to actions.
    var namesOfActions: [String] {
        let changes: AugmentationChanges = [.speed, .shift, .drop]
        return Self.named.filter { isSuperset(of: $0.change) && changes.contains($0.change) }.map(\.name).sorted()
    }
}

/// The names that other tools use for training options.
package let learningOptionHints = [
    OptionHint("--epochs", "--steps", "--max-iterations", option: TrainOption.iterations.description),
    OptionHint("--batch-size", option: TrainOption.batch.description),
    OptionHint("--val", "--val-split", "--validation-split", option: TrainOption.validation.description),
    OptionHint("--augmentation", "--augmentations", option: TrainOption.augment.description),
    OptionHint("--resume", option: TrainOption.checkpoint.description),
]

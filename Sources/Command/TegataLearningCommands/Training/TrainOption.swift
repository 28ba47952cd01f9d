import TegataHandCommands
import TegataTool

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
    static let augment = Option<AugmentationChoice>(
        "--augment", "CHANGE,…",
        "how chance changes examples: \(AugmentationChoice.names.joined(separator: ", ")), or none (default: all"
            + " but scale and translate; of actions also scale)",
        expectation: "changes such as rotate,flip, or none", parse: AugmentationChoice.init)
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

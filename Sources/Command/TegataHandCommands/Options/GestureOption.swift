import TegataClassifiers
import TegataGestureBundles
import TegataHands
import TegataTool

/// The options that say which gestures count, and what is written about them.
enum GestureOption {
    static let score = Option<Float>.fraction(
        "--min-gesture-score", "the score below which a gesture does not count (default: what the bundle says)")
    static let details = Flag("--gesture-details", "add the scores of all classes and the embedding to JSON")

    static let poses = Option<String>.text(
        "--poses", "FILE",
        "own poses that tegata train wrote: their answer goes before that of the bundle, which need not tell gestures"
            + " then",
        values: .classifiers)

    package static let all = [score.description, details.description, poses.description]
}

extension GestureOptions {
    /// What the user asked for.
    init(_ arguments: Arguments) throws {
        self.init()
        let score = try arguments.value(of: GestureOption.score)
        canned.scoreThreshold = score
        custom.scoreThreshold = score
        returnsDetails = arguments.has(GestureOption.details)
        poses = try arguments.value(of: GestureOption.poses).map { path in
            let file = try ClassifierFile(at: path)
            if case .embedding = file, path.lowercased().hasSuffix(".task") {
                throw .failure("\(path): is a bundle that tells its gestures itself; use --model \(path)")
            }
            return try file.poses(path)
        }
    }
}

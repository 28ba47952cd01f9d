import TegataClassifiers
import TegataGestureBundles
import TegataHands
import TegataTool

/// The options for recognising and reporting gestures.
enum GestureOption {
    static let score = Option<Float>.fraction(
        "--min-gesture-score",
        "minimum score of a gesture; raise it to ignore uncertain gestures (default: from the bundle)")
    static let details = Flag("--gesture-details", "add the scores of all classes and the embedding to the JSON output")

    static let poses = Option<String>.text(
        "--poses", "FILE",
        "custom poses from tegata train; they override the bundle's gestures, so the bundle needs no gesture networks",
        values: .classifiers)

    package static let all = [score.description, details.description, poses.description]
}

extension GestureOptions {
    /// Reads the gesture options from the arguments.
    init(_ arguments: Arguments) throws {
        self.init()
        let score = try arguments.value(of: GestureOption.score)
        canned.scoreThreshold = score
        custom.scoreThreshold = score
        returnsDetails = arguments.has(GestureOption.details)
        poses = try arguments.value(of: GestureOption.poses).map { path in
            let file = try ClassifierFile(at: path)
            if case .embedding = file, path.lowercased().hasSuffix(".task") {
                throw .failure("\(path): is a bundle with its own gesture networks; use --model \(path)")
            }
            return try file.poses(path)
        }
    }
}

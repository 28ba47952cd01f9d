import Foundation
import TegataBuffers
import TegataClassifiers
import TegataGestureBundles
import TegataHands
import TegataImages
import TegataInference
import TegataTraining

// Writes bundles with small custom gesture classifiers, trained with the hands in some images:
//
//     export-samples BUNDLE.task FOLDER PICTURE…
//
// The classifications make no sense, but other programs must produce the same ones. Every run writes the same bundles.

/// The parameters of a classifier to train.
struct Sample {
    let name: String
    let labels: [String]
    var background: Int?
    var widths: [Int] = []
}

let samples = [
    Sample(name: "two", labels: ["fist", "palm"]),
    Sample(name: "four", labels: ["call", "four", "none", "rock"], background: 2),
    Sample(name: "thirty", labels: (0..<30).map { "class \($0)" }),
    Sample(name: "thirty-background", labels: (0..<30).map { $0 == 7 ? "Background" : "c\($0)" }, background: 7),
    Sample(name: "hidden", labels: ["call", "four", "nothing", "rock"], background: 2, widths: [32]),
    Sample(name: "odd", labels: ["Grüße", "two words", "👋🏽", "a,b;\"c'", "NONE"], background: 4, widths: [16, 8]),
]

/// Returns the embeddings of all hands in the images.
func embeddings(_ bundle: Bytes, _ pictures: [String]) throws -> [[Float]] {
    var options = HandPipelineOptions()
    options.maximumHandCount = 2
    var gestures = GestureOptions()
    gestures.returnsDetails = true
    options.gestures = gestures
    let networks = try HandNetworks(bundle: bundle, file: "bundle", includingGestures: true)
    let pipeline = try GesturePipeline(networks, options: options, team: ThreadTeam(count: 1))
    return try pictures.flatMap { path in
        let hands = try RGBImage(readingFileAt: path).withView { view throws(TegataError) in
            try pipeline.detect(view).hands
        }
        return hands.compactMap { $0.gestureDetails?.embedding }
    }
}

func head(_ sample: Sample, _ embeddings: [[Float]]) throws -> EmbeddingHead {
    var generator = SeededGenerator(seed: 5, stream: 0)
    // Each hand gets its own label. If there are more labels than hands, random numbers replace the missing hands.
    let others = max(sample.labels.count - embeddings.count, 0)
    let values = embeddings + (0..<others).map { _ in (0..<128).map { _ in max(generator.bell(), 0) } }
    let examples = (0..<3 * values.count).map { index in
        let place = index % values.count
        let noisy = values[place].map { $0 + 0.05 * generator.bell() }
        return VectorExample(values: noisy, label: place % sample.labels.count)
    }
    var options = TrainingOptions()
    options.iterations = 400
    options.hiddenWidths = sample.widths
    options.validation = .none
    let trainer = try ClassifierTrainer(
        embeddings: examples, labels: sample.labels, background: sample.background, options: options)
    guard case .embedding(let head) = try trainer.train().file else { preconditionFailure("another kind of file") }
    return head
}

let arguments = CommandLine.arguments
guard arguments.count > 3 else { fatalError("export-samples BUNDLE.task FOLDER PICTURE…") }
let bundle = try Bytes(mappingFileAt: arguments[1])
let hands = try embeddings(bundle, Array(arguments[3...]))
guard !hands.isEmpty else { fatalError("no picture has a hand") }
for sample in samples {
    let bytes = try GestureBundleWriter.write(head: head(sample, hands), base: bundle, file: arguments[1])
    try Data(bytes).write(to: URL(fileURLWithPath: arguments[2]).appendingPathComponent(sample.name + ".task"))
}

import TegataClassifiers
import TegataFormats
import TegataInference

/// The options of a classifier applied to its classes.
package struct GestureFilter {
    private let names: [String]
    private let displayNames: [String]
    /// Nil where every score counts.
    private let threshold: Float?
    /// Whether a class may be the answer.
    private let isAllowed: [Bool]

    init(_ classifier: GestureClassifierNetwork, options: GestureClassifierOptions) throws(GestureError) {
        let displayNames: [String]
        do {
            displayNames = try classifier.file.labels(ofOutput: 0, locale: options.displayNamesLocale)
        } catch { throw .labels(error) }
        try self.init(
            labels: classifier.labels, displayNames: displayNames, classCount: classifier.classCount,
            metadataThreshold: classifier.scoreThreshold, options: options, file: classifier.network.file)
    }

    /// `labels` and `displayNames` are as many as there are classes, or none.
    package init(
        labels: [String], displayNames: [String] = [], classCount: Int, metadataThreshold: Float?,
        options: GestureClassifierOptions,
        file: String
    ) throws(GestureError) {
        names = labels
        self.displayNames = displayNames
        threshold = options.scoreThreshold ?? metadataThreshold
        let isAllowlist = !options.categoryAllowlist.isEmpty
        let chosen = isAllowlist ? options.categoryAllowlist : options.categoryDenylist
        if !chosen.isEmpty && labels.isEmpty { throw .labelsMissing(file: file) }
        // A list that has none of the labels is no list; of classes with one label the first is meant.
        let classes = chosen.compactMap { name in labels.firstIndex { isSame($0, name) } }
        var isAllowed = [Bool](repeating: classes.isEmpty || !isAllowlist, count: classCount)
        for index in classes { isAllowed[index] = isAllowlist }
        self.isAllowed = isAllowed
    }

    /// The best class that counts, nil where none does.
    ///
    /// Scores that are not above 0 count as well, but none of them is the best; then the answer has no name.
    package func best(_ scores: UnsafeBufferPointer<Float>, of classifier: GestureClassifier) -> Gesture? {
        var best: Int?
        var bestScore: Float = 0
        var isEmpty = true
        for index in isAllowed.indices where isAllowed[index] {
            let score = scores[index]
            if let threshold, score < threshold { continue }
            isEmpty = false
            if score > bestScore {
                best = index
                bestScore = score
            }
        }
        if isEmpty { return nil }
        return Gesture(name: best.map { name($0) } ?? "", score: bestScore, classifier: classifier)
    }

    /// All classes by falling score.
    func all(_ scores: UnsafeBufferPointer<Float>) -> [GestureScore] {
        var order = Array(isAllowed.indices)
        // Equal scores stay in the order of the classes; those that are no numbers are the last.
        func rank(_ index: Int) -> Float { scores[index].isNaN ? -.infinity : scores[index] }
        order.sort { rank($0) != rank($1) ? rank($0) > rank($1) : $0 < $1 }
        return order.map { index in
            GestureScore(
                index: index, name: name(index), displayName: displayNames.isEmpty ? "" : displayNames[index],
                score: scores[index])
        }
    }

    private func name(_ index: Int) -> String { names.isEmpty ? "" : names[index] }
}

/// Whether two names have the same bytes.
func isSame(_ a: String, _ b: String) -> Bool {
    a.utf8.elementsEqual(b.utf8)
}

/// From a hand's points to a gesture: features, embedder, classifiers, combination.
package final class GestureStage {
    private let embedder: NetworkRunner
    /// In the order in which their answers count.
    private let classifiers: [Classifier]
    private let returnsDetails: Bool

    /// A classifier with memory of its own.
    package struct Classifier {
        let kind: GestureClassifier
        let network: NetworkRunner
        let filter: GestureFilter

        package init(_ kind: GestureClassifier, _ network: NetworkRunner, filter: GestureFilter) {
            self.kind = kind
            self.network = network
            self.filter = filter
        }
    }

    convenience init(_ networks: GestureNetworks, options: GestureOptions) throws(GestureError) {
        // The networks are so small that more threads would wait longer for each other than they work.
        let team = ThreadTeam(count: 1)
        var classifiers: [Classifier] = []
        if let custom = networks.custom {
            let filter = try GestureFilter(custom, options: options.custom)
            classifiers.append(Classifier(.custom, NetworkRunner(custom.network, team: team), filter: filter))
        }
        if let canned = networks.canned {
            let filter = try GestureFilter(canned, options: options.canned)
            classifiers.append(Classifier(.canned, NetworkRunner(canned.network, team: team), filter: filter))
        }
        self.init(
            embedder: NetworkRunner(networks.embedder, team: team), classifiers: classifiers,
            returnsDetails: options.returnsDetails)
    }

    package init(embedder: NetworkRunner, classifiers: [Classifier], returnsDetails: Bool) {
        self.embedder = embedder
        self.classifiers = classifiers
        self.returnsDetails = returnsDetails
    }

    func run(_ features: GestureFeatures) -> RecognizedGesture {
        features.hand.write(to: embedder.inputs[0])
        embedder.inputs[1][0] = features.rightProbability
        features.world.write(to: embedder.inputs[2])
        embedder.run()
        var gesture: Gesture?
        for classifier in classifiers {
            // Nothing that comes later can change such an answer.
            if let gesture, !isSame(gesture.name, Gesture.noneName), !returnsDetails { break }
            _ = classifier.network.inputs[0].update(fromContentsOf: embedder.outputs[0])
            classifier.network.run()
            let answer = classifier.filter.best(classifier.network.outputs[0], of: classifier.kind)
            gesture = combined(gesture, answer)
        }
        return RecognizedGesture(gesture: gesture, details: returnsDetails ? details : nil)
    }

    /// How the last gesture came about.
    private var details: GestureDetails {
        func scores(_ kind: GestureClassifier) -> [GestureScore] {
            guard let classifier = classifiers.first(where: { $0.kind == kind }) else { return [] }
            return classifier.filter.all(classifier.network.outputs[0])
        }
        return GestureDetails(embedding: Array(embedder.outputs[0]), custom: scores(.custom), canned: scores(.canned))
    }
}

/// Tells poses with an own classifier of key points, whose answer goes before those of a bundle's classifiers.
package struct PoseStage {
    private let classifier: PoseClassifier
    private let filter: GestureFilter

    /// The options are those of a bundle's own gestures; where they name no score, the classifier's counts.
    package init(_ classifier: PoseClassifier, options: GestureClassifierOptions) throws(GestureError) {
        self.classifier = classifier
        let head = classifier.head
        // As MediaPipe calls what lets the other gestures get their turn.
        let names = head.labels.indices.map { $0 == head.background ? Gesture.noneName : head.labels[$0] }
        filter = try GestureFilter(
            labels: names, classCount: names.count,
            metadataThreshold: head.confidenceThreshold > 0 ? head.confidenceThreshold : nil, options: options,
            file: "the classifier of poses")
    }

    /// What a hand shows, nil where that is unknown or too unsure; and all labels by falling score.
    package func run(_ hand: HandKeyPoints) -> (gesture: Gesture?, scores: [GestureScore]) {
        let prediction = classifier.predict(hand)
        return prediction.probabilities.withUnsafeBufferPointer { probabilities in
            let isUnknown = classifier.head.isUnknown(prediction)
            return (isUnknown ? nil : filter.best(probabilities, of: .custom), filter.all(probabilities))
        }
    }
}

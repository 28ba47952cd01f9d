import TegataClassifiers
import TegataFormats
import TegataInference

/// Computes a gesture from a hand's points: features, embedder, classifiers and combination.
package final class GestureStage {
    private let embedder: NetworkRunner
    /// The classifiers in order of precedence.
    private let classifiers: [Classifier]
    private let returnsDetails: Bool

    /// A classifier with its own memory.
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

    convenience init(_ networks: GestureNetworks, options: GestureOptions, trace: Trace? = nil) throws(GestureError) {
        // The networks are so small that additional threads would spend more time waiting for each other than working.
        let team = ThreadTeam(count: 1, trace: trace)
        var classifiers: [Classifier] = []
        if let custom = networks.custom {
            let filter = try GestureFilter(custom, options: options.custom)
            classifiers.append(
                Classifier(.custom, NetworkRunner(custom.network, "gesture network", team: team), filter: filter))
        }
        if let canned = networks.canned {
            let filter = try GestureFilter(canned, options: options.canned)
            classifiers.append(
                Classifier(.canned, NetworkRunner(canned.network, "gesture network", team: team), filter: filter))
        }
        self.init(
            embedder: NetworkRunner(networks.embedder, "gesture embedder", team: team), classifiers: classifiers,
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
            // Later classifiers cannot change a result other than `None`.
            if let gesture, !isSame(gesture.name, Gesture.noneName), !returnsDetails { break }
            _ = classifier.network.inputs[0].update(fromContentsOf: embedder.outputs[0])
            classifier.network.run()
            let best = classifier.filter.best(classifier.network.outputs[0], of: classifier.kind)
            gesture = combined(gesture, best)
        }
        return RecognizedGesture(gesture: gesture, details: returnsDetails ? details : nil)
    }

    /// The details of the most recent gesture.
    private var details: GestureDetails {
        func scores(_ kind: GestureClassifier) -> [GestureScore] {
            guard let classifier = classifiers.first(where: { $0.kind == kind }) else { return [] }
            return classifier.filter.all(classifier.network.outputs[0])
        }
        return GestureDetails(embedding: Array(embedder.outputs[0]), custom: scores(.custom), canned: scores(.canned))
    }
}

/// Recognises custom poses from key points; its result takes precedence over those of a bundle's classifiers.
package struct PoseStage {
    private let classifier: PoseClassifier
    private let filter: GestureFilter

    /// Creates the stage with the options for a bundle's custom gestures. If these specify no score, the classifier's
    /// own threshold applies.
    package init(_ classifier: PoseClassifier, options: GestureClassifierOptions) throws(GestureError) {
        self.classifier = classifier
        let head = classifier.head
        // MediaPipe's `None` defers to the next classifier, so the background label gets this name.
        let names = head.labels.indices.map { $0 == head.background ? Gesture.noneName : head.labels[$0] }
        filter = try GestureFilter(
            labels: names, classCount: names.count,
            metadataThreshold: head.confidenceThreshold > 0 ? head.confidenceThreshold : nil, options: options,
            file: "the classifier of poses")
    }

    /// Returns the hand's gesture, nil if it is unknown or too uncertain, and all labels in descending order of score.
    package func run(_ hand: HandKeyPoints) -> (gesture: Gesture?, scores: [GestureScore]) {
        let prediction = classifier.predict(hand)
        return prediction.probabilities.withUnsafeBufferPointer { probabilities in
            let isUnknown = classifier.head.isUnknown(prediction)
            return (isUnknown ? nil : filter.best(probabilities, of: .custom), filter.all(probabilities))
        }
    }
}

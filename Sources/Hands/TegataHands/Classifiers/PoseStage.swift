import TegataClassifiers

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

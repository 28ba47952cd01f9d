import TegataBuffers
import TegataClassifiers

/// An action that a hand performs in a video.
public struct HandAction: Sendable, Equatable {
    /// The label in the classifier's file.
    public let name: String
    /// The classifier's confidence, averaged over a few windows, between 0 and 1.
    public let score: Float

    package init(name: String, score: Float) {
        self.name = name
        self.score = score
    }
}

/// The event that a hand in a video has begun an action.
public struct ActionEvent: Sendable, Equatable {
    /// The hand's track ID, as in ``HandResult/identifier``.
    public let handIdentifier: Int
    /// The label in the classifier's file.
    public let name: String

    package init(handIdentifier: Int, name: String) {
        self.handIdentifier = handIdentifier
        self.name = name
    }
}

/// The actions of the hands in a video. Each hand has its own window of frames and keeps its last action until the next
/// result.
package struct HandActions {
    private var recognizer: ActionRecognizer
    private var current: [(hand: Int, action: HandAction)] = []

    package init(_ classifier: ActionClassifier) {
        recognizer = ActionRecognizer(classifier)
    }

    package mutating func removeAll() {
        recognizer.reset()
        current.removeAll()
    }

    /// Sets the actions of the hands in a frame, which must have identifiers, and returns the actions that begin.
    /// `keyPoints` has one entry for each hand.
    package mutating func update(
        _ hands: inout [HandResult], keyPoints: [HandKeyPoints], milliseconds: Milliseconds
    ) -> [ActionEvent] {
        var events: [ActionEvent] = []
        let seconds = Double(milliseconds) / 1000
        recognizer.forgetHands(at: seconds)
        let known = recognizer.hands
        current.removeAll { entry in !known.contains(entry.hand) }
        for (hand, points) in zip(hands, keyPoints) {
            guard let identifier = hand.identifier else { continue }
            add(points, identifier, seconds, &events)
        }
        for identifier in known where !hands.contains(where: { $0.identifier == identifier }) {
            add(nil, identifier, seconds, &events)
        }
        for index in hands.indices {
            hands[index].action = current.first { $0.hand == hands[index].identifier }?.action
        }
        return events
    }

    private mutating func add(
        _ points: HandKeyPoints?, _ identifier: Int, _ seconds: Double, _ events: inout [ActionEvent]
    ) {
        guard let recognized = recognizer.add(points, hand: identifier, time: seconds) else { return }
        current.removeAll { $0.hand == identifier }
        guard let label = recognized.label else { return }
        let name = recognizer.classifier.head.labels[label]
        current.append((identifier, HandAction(name: name, score: recognized.confidence)))
        if recognized.isStart { events.append(ActionEvent(handIdentifier: identifier, name: name)) }
    }
}

import TegataClassifiers
import TegataReport
import TegataTraining
import TegataTrainingData

/// Shows sequences to a classifier of actions frame by frame and at their own rate, as a camera would.
struct StreamTest {
    private let classifier: ActionClassifier
    private var latencies: [Double] = []
    private var measure: ClassifierAssessment.StreamMeasure

    init(_ classifier: ActionClassifier, basis: String) {
        self.classifier = classifier
        measure = ClassifierAssessment.StreamMeasure(basis: basis)
    }

    /// Shows a sequence of the label at a place among the classifier's; nil for one that it does not know, which may be
    /// told as little as background.
    mutating func show(_ sequence: HandSequence, label: Int?) {
        let frames = sequence.frames
        let isRate = sequence.frameRate > 0 && sequence.frameRate.isFinite
        let frameRate = isRate ? sequence.frameRate : classifier.frameRate
        var recognizer = ActionRecognizer(classifier)
        let isBackground = label == nil || label == classifier.head.background
        let options = recognizer.options
        // Shorter ones end before anything could be told.
        let leastCount = classifier.features.windowSize + (options.smoothing - 1) * options.stride
        let lastPlace = Double(frames.count - 1) * classifier.frameRate / frameRate
        guard isBackground || lastPlace >= Double(leastCount) - 4 / 3 else { return }
        // Frames that are too far apart show no movement.
        let slowest = classifier.frameRate / Double(ActionClassifier.longestStretch)
        guard isBackground || frameRate >= slowest else { return }
        var found: Double?
        for (index, frame) in frames.enumerated() {
            let time = Double(index) / frameRate
            guard let answer = recognizer.add(frame.isPresent ? frame : nil, hand: 0, time: time), answer.isStart
            else { continue }
            if isBackground { measure.falseAlarms += 1 }
            if answer.label == label, found == nil { found = time }
        }
        if isBackground {
            measure.backgroundSeconds += Double(frames.count) / frameRate
        } else {
            measure.actions += 1
            if let found {
                measure.found += 1
                latencies.append(found)
            }
        }
    }

    var result: ClassifierAssessment.StreamMeasure {
        var result = measure
        if !latencies.isEmpty { result.latency = latencies.sorted()[latencies.count / 2] }
        return result
    }
}

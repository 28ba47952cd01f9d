import TegataTraining

/// What is known of a classifier after a training or an evaluation, as it is told to people and programs.
package struct ClassifierAssessment: Sendable {
    /// What it is about, such as the classifier's file.
    package var title: String
    /// The labels of the classifier, in its order.
    package var labels: [String]
    /// The place of the label for what is none of the others.
    package var background: Int?
    /// Names and values of what else is worth knowing, in their order.
    package var facts: [Fact] = []
    /// What each class of the data has, also classes that the classifier does not know.
    package var classes: [ClassRow] = []
    /// How often it is right; nil where nothing was held out to tell.
    package var metrics: ClassifierMetrics?
    /// What the numbers are of, as a sentence.
    package var basis = ""
    /// Of how many examples of each label no class was named, neither a right one nor a wrong one.
    package var unnamed: [Int] = []
    /// Labels that the classifier does not know.
    package var foreign: [ForeignLabel] = []
    /// How wrong probabilities are in the mean.
    package var calibrationError: Double?
    /// What the classifier's file says of itself: where it rejects and what it divides logits by.
    package var rejection: Rejection?
    /// How an action classifier does in streams.
    package var stream: StreamMeasure?
    /// How many actions were shown to a classifier of actions that told none of them.
    package var untoldActionCount = 0
    /// What is judged, in the plural.
    package var unit = "hands"
    /// How many of the judged hands only a harder search finds.
    package var foundLateCount = 0
    /// Loss and accuracy on the way; empty for evaluations.
    package var history: [TrainingProgress] = []
    /// Wrong answers, the worst first.
    package var mistakes: [Mistake] = []
    /// What was left out and what one should know, each a line.
    package var notices: [String] = []

    package init(title: String, labels: [String], background: Int?) {
        self.title = title
        self.labels = labels
        self.background = background
    }

    package struct Fact: Sendable {
        package var name: String
        package var value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The examples of a class.
    package struct ClassRow: Sendable, Equatable {
        package var label: String
        /// Pictures, clips or rows.
        package var items: Int
        package var withoutHand: Int
        package var withSeveralHands: Int
        package var unreadable: Int
        package var left: Int
        package var right: Int

        package init(
            label: String, items: Int, withoutHand: Int = 0, withSeveralHands: Int = 0, unreadable: Int = 0,
            left: Int = 0, right: Int = 0
        ) {
            self.label = label
            self.items = items
            self.withoutHand = withoutHand
            self.withSeveralHands = withSeveralHands
            self.unreadable = unreadable
            self.left = left
            self.right = right
        }
    }

    /// A label of the data that the classifier does not know: nothing it could say would be right but that.
    package struct ForeignLabel: Sendable {
        package var label: String
        package var count: Int
        /// For how many of them no class was named.
        package var unnamed: Int

        package init(label: String, count: Int, unnamed: Int) {
            self.label = label
            self.count = count
            self.unnamed = unnamed
        }
    }

    /// From where on a classifier says "unknown".
    package struct Rejection: Sendable {
        /// The novelty above which an input is unknown; nil where nothing is rejected.
        package var threshold: Float?
        /// The probability below which an answer does not count.
        package var confidence: Float
        package var temperature: Float

        package init(threshold: Float?, confidence: Float, temperature: Float) {
            self.threshold = threshold
            self.confidence = confidence
            self.temperature = temperature
        }
    }

    /// What a classifier of actions does while frames come in.
    package struct StreamMeasure: Sendable {
        /// Actions told while nothing but background was shown, and for how long that was.
        package var falseAlarms: Int
        package var backgroundSeconds: Double
        /// From the beginning of an action until it is told: the middle one, in seconds; nil where none was.
        package var latency: Double?
        /// Of how many sequences with an action it was told, of how many.
        package var found: Int
        package var actions: Int
        /// What was measured with, as the end of a sentence.
        package var basis: String

        package init(
            falseAlarms: Int = 0, backgroundSeconds: Double = 0, latency: Double? = nil, found: Int = 0,
            actions: Int = 0, basis: String
        ) {
            self.falseAlarms = falseAlarms
            self.backgroundSeconds = backgroundSeconds
            self.latency = latency
            self.found = found
            self.actions = actions
            self.basis = basis
        }

        /// Nil where there is no background.
        package var falseAlarmsPerMinute: Double? {
            backgroundSeconds > 0 ? 60 * Double(falseAlarms) / backgroundSeconds : nil
        }
    }

    /// A wrong answer.
    package struct Mistake: Sendable {
        /// The picture, video or row.
        package var source: String
        /// Which of the data's items it is, and which of its hands.
        package var item: Int
        package var hand: Int
        package var label: String
        package var answer: String
        /// How likely the answer and the label are, by the classifier.
        package var confidence: Float
        package var labelProbability: Float
        /// Whether the classifier is so sure that the label may be the mistake.
        package var isSuspect: Bool
        /// The hand as a JPEG picture.
        package var picture: [UInt8]?

        package init(
            source: String, item: Int, hand: Int, label: String, answer: String, confidence: Float,
            labelProbability: Float, isSuspect: Bool, picture: [UInt8]? = nil
        ) {
            self.source = source
            self.item = item
            self.hand = hand
            self.label = label
            self.answer = answer
            self.confidence = confidence
            self.labelProbability = labelProbability
            self.isSuspect = isSuspect
            self.picture = picture
        }
    }

    /// What one should know to read the numbers, each a sentence.
    package var remarks: [String] {
        var remarks: [String] = []
        if let metrics, metrics.count > 0 {
            remarks.append(
                "right: of \(metrics.count) \(unit), those whose most likely class is their label, also where it is"
                    + " too unsure to be named; examples: pictures, clips or rows")
        }
        if foundLateCount > 0 {
            let what = foundLateCount == 1 ? "1 of these hands is" : "\(foundLateCount) of these hands are"
            remarks.append("\(what) found by a harder search only; recognize does not look so hard")
        }
        return remarks
    }

    /// Of all examples that are not background, also those of labels that the classifier does not know, the share for
    /// which no class was named; nil where there are none.
    package var unknownShare: Double? {
        var (unnamed, all) = (foreign.reduce(0) { $0 + $1.unnamed }, foreign.reduce(0) { $0 + $1.count })
        for (index, row) in (metrics?.confusion ?? []).enumerated() where index != background {
            all += row.reduce(0, +)
            unnamed += index < self.unnamed.count ? self.unnamed[index] : 0
        }
        return all > 0 ? Double(unnamed) / Double(all) : nil
    }
}

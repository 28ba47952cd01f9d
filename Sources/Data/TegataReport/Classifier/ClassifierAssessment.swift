import TegataTraining

/// The results of training or evaluating a classifier, for people and programs.
package struct ClassifierAssessment: Sendable {
    /// The title of the report, such as the classifier's file.
    package var title: String
    /// The labels of the classifier, in its order.
    package var labels: [String]
    /// The index of the label for hands of no other class; nil if there is none.
    package var background: Int?
    /// The names and values of further facts, in order.
    package var facts: [Fact] = []
    /// The examples of each class in the data, including classes unknown to the classifier.
    package var classes: [ClassRow] = []
    /// The accuracy and other metrics; nil if no data was held out.
    package var metrics: ClassifierMetrics?
    /// A sentence that describes the data behind the numbers.
    package var basis = ""
    /// For each label, the number of examples for which the classifier named no class.
    package var unnamed: [Int] = []
    /// Labels in the data that are unknown to the classifier.
    package var foreign: [ForeignLabel] = []
    /// The mean error of the predicted probabilities; nil if unknown.
    package var calibrationError: Double?
    /// The rejection threshold and the temperature in the classifier's file.
    package var rejection: Rejection?
    /// The results of an action classifier on streams.
    package var stream: StreamMeasure?
    /// The number of actions shown to the action classifier if it reported none of them; otherwise 0.
    package var untoldActionCount = 0
    /// The name of the evaluated items, in the plural.
    package var unit = "hands"
    /// The number of evaluated hands that only the harder search found.
    package var foundLateCount = 0
    /// The loss and accuracy during training; empty for evaluations.
    package var history: [TrainingProgress] = []
    /// The wrong results, worst first.
    package var mistakes: [Mistake] = []
    /// The notices about skipped data and other problems, each as a line.
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
        /// The number of images, clips or rows.
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

    /// A label in the data that is unknown to the classifier; the only right result is to name no class.
    package struct ForeignLabel: Sendable {
        package var label: String
        package var count: Int
        /// The number of examples for which no class was named.
        package var unnamed: Int

        package init(label: String, count: Int, unnamed: Int) {
            self.label = label
            self.count = count
            self.unnamed = unnamed
        }
    }

    /// The thresholds below or above which a classifier returns "unknown".
    package struct Rejection: Sendable {
        /// The novelty above which an input is unknown; nil if nothing is rejected.
        package var threshold: Float?
        /// The probability below which a result is rejected.
        package var confidence: Float
        package var temperature: Float

        package init(threshold: Float?, confidence: Float, temperature: Float) {
            self.threshold = threshold
            self.confidence = confidence
            self.temperature = temperature
        }
    }

    /// The results of an action classifier on streams of frames.
    package struct StreamMeasure: Sendable {
        /// The number of actions reported while only background was shown, and its duration in seconds.
        package var falseAlarms: Int
        package var backgroundSeconds: Double
        /// The median time from the start of an action until it is reported, in seconds; nil if none was reported.
        package var latency: Double?
        /// The number of sequences whose action was reported, and the total number of sequences with an action.
        package var found: Int
        package var actions: Int
        /// The conditions of the measurement, worded as the end of a sentence.
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

        /// The number of false alarms per minute; nil if there is no background.
        package var falseAlarmsPerMinute: Double? {
            backgroundSeconds > 0 ? 60 * Double(falseAlarms) / backgroundSeconds : nil
        }
    }

    /// A wrong result.
    package struct Mistake: Sendable {
        /// The image, video or row.
        package var source: String
        /// The index of the item in the data, and of the hand in the item.
        package var item: Int
        package var hand: Int
        package var label: String
        package var result: String
        /// The classifier's probabilities for the result and for the label.
        package var confidence: Float
        package var labelProbability: Float
        /// Whether the classifier is so certain that the label itself may be wrong.
        package var isSuspect: Bool
        /// The hand as a JPEG image; nil if there is none.
        package var picture: [UInt8]?

        package init(
            source: String, item: Int, hand: Int, label: String, result: String, confidence: Float,
            labelProbability: Float, isSuspect: Bool, picture: [UInt8]? = nil
        ) {
            self.source = source
            self.item = item
            self.hand = hand
            self.label = label
            self.result = result
            self.confidence = confidence
            self.labelProbability = labelProbability
            self.isSuspect = isSuspect
            self.picture = picture
        }
    }

    /// The sentences that explain the numbers.
    package var remarks: [String] {
        var remarks: [String] = []
        if let metrics, metrics.count > 0 {
            remarks.append(
                "right: of \(metrics.count) \(unit), those whose most likely class is their label, even if it is"
                    + " too uncertain to be named; examples: images, clips or rows")
        }
        if foundLateCount > 0 {
            let what = foundLateCount == 1 ? "1 of these hands is" : "\(foundLateCount) of these hands are"
            remarks.append("\(what) found only by a more thorough search, which recognize does not do")
        }
        return remarks
    }

    /// The fraction of all examples except background, including labels unknown to the classifier, for which no class
    /// was named; nil if there are no such examples.
    package var unknownShare: Double? {
        var (unnamed, all) = (foreign.reduce(0) { $0 + $1.unnamed }, foreign.reduce(0) { $0 + $1.count })
        for (index, row) in (metrics?.confusion ?? []).enumerated() where index != background {
            all += row.reduce(0, +)
            unnamed += index < self.unnamed.count ? self.unnamed[index] : 0
        }
        return all > 0 ? Double(unnamed) / Double(all) : nil
    }
}

/// The options for recognising actions in a stream of frames.
package struct ActionRecognizerOptions: Sendable, Equatable {
    /// The number of frames, at the classifier's rate, between successive classified windows.
    package var stride: Int
    /// The number of consecutive results to average.
    package var smoothing: Int
    /// The averaged probability at or above which a result is accepted.
    package var threshold: Float
    /// The fraction of a window that must show the hand.
    package var presence: Float
    /// The time in seconds after which a hand that has disappeared is forgotten.
    package var patience: Double

    package init(
        stride: Int = 5, smoothing: Int = 3, threshold: Float = 0.7, presence: Float = 0.7, patience: Double = 0.5
    ) {
        self.stride = stride
        self.smoothing = smoothing
        self.threshold = threshold
        self.presence = presence
        self.patience = patience
    }
}

/// The action of a hand in a stream.
package struct RecognizedAction: Sendable, Equatable {
    /// The hand's ID.
    package var hand: Int
    /// The index of the label; nil while the hand shows no known action, or only background.
    package var label: Int?
    /// The averaged probability of the most probable label.
    package var confidence: Float
    /// The averaged probabilities of all labels.
    package var probabilities: [Float]
    /// Whether the label is not nil and differs from the previous result's label.
    package var isStart: Bool
}

/// Recognises the actions of hands in a stream of frames, with a queue of key points for each hand.
///
/// Frames that arrive faster than the classifier's rate are thinned out, and slower ones are repeated for every time
/// step to which they are nearest. The length of a window in seconds is therefore constant. Results are averaged over a
/// few windows and accepted only above a threshold, so that single windows cause no false alarms.
package struct ActionRecognizer: Sendable {
    /// The classifier of windows.
    package let classifier: ActionClassifier
    /// The options for recognising actions.
    package let options: ActionRecognizerOptions
    private var queues: [Queue] = []

    package init(_ classifier: ActionClassifier, options: ActionRecognizerOptions = ActionRecognizerOptions()) {
        self.classifier = classifier
        self.options = options
    }

    /// The IDs of all hands that have a queue, in the order in which they appeared.
    package var hands: [Int] { queues.map { $0.hand } }

    /// Forgets all hands.
    package mutating func reset() { queues = [] }

    /// Forgets hands that have been out of sight for too long at `time`, and hands whose last frame is too old to show
    /// movement together with the frame at `time`.
    package mutating func forgetHands(at time: Double) {
        // Allow for rounded times.
        let longestGap = (Double(ActionClassifier.longestStretch) + 0.1) / classifier.frameRate
        queues.removeAll { queue in
            // Frames of slow streams may be further apart than the patience, even if all of them show the hand.
            queue.lastSeen < queue.lastTime && queue.lastSeen + options.patience < time
                || queue.lastTime + longestGap < time
        }
    }

    /// Adds a hand's key points in one frame, nil if the frame does not show the hand; `time` is in seconds and must
    /// increase.
    ///
    /// Returns nil while the hand's window is not full, between classified windows, and for frames that are thinned out
    /// or older than the previous one.
    package mutating func add(_ points: HandKeyPoints?, hand: Int, time: Double) -> RecognizedAction? {
        guard time.isFinite else { return nil }
        forgetHands(at: time)
        var index = queues.firstIndex { $0.hand == hand }
        if index == nil, points != nil {
            queues.append(Queue(hand: hand, time: time))
            index = queues.count - 1
        }
        guard let index, time >= queues[index].lastTime else { return nil }
        if points != nil { queues[index].lastSeen = time }
        return queues[index].add(points ?? HandKeyPoints(), time: time, classifier, options)
    }

    /// The state of one hand.
    private struct Queue: Sendable {
        let hand: Int
        var lastSeen: Double
        /// The time of the last frame.
        private(set) var lastTime: Double
        private var last = HandKeyPoints()
        private var nextTime: Double
        private var frames: [HandKeyPoints] = []
        private var waiting = 0
        private var predictions: [(probabilities: [Float], isKnown: Bool)] = []
        private var label: Int?

        init(hand: Int, time: Double) {
            self.hand = hand
            lastSeen = time
            lastTime = time
            nextTime = time
        }

        /// Adds the key points of a frame at every time step to which it is close enough.
        mutating func add(
            _ points: HandKeyPoints, time: Double, _ classifier: ActionClassifier, _ options: ActionRecognizerOptions
        ) -> RecognizedAction? {
            let interval = 1 / classifier.frameRate
            let told = label
            var result: RecognizedAction?
            // A frame may be a third of an interval early, so that cameras with jittery clocks stay in step.
            while nextTime - interval / 3 <= time {
                // If both frames are equally near up to rounding, take the later one.
                let isLastNearer = nextTime - lastTime < time - nextTime - interval / 10
                append(isLastNearer ? last : points, limit: classifier.features.windowSize)
                if isDue(windowSize: classifier.features.windowSize, stride: options.stride) {
                    result = recognize(classifier, options)
                }
                let next = nextTime + interval
                // Adding such a small interval to a large time may not increase it.
                guard next > nextTime else { break }
                nextTime = next
            }
            last = points
            lastTime = time
            // A frame may complete several windows; the last one determines the result.
            result?.isStart = label != nil && label != told
            return result
        }

        private mutating func append(_ points: HandKeyPoints, limit: Int) {
            if frames.count >= limit { frames.removeFirst(frames.count - limit + 1) }
            frames.append(points)
            waiting += 1
        }

        /// Returns whether the window is full and enough frames have arrived since the last result.
        private mutating func isDue(windowSize: Int, stride: Int) -> Bool {
            guard frames.count == windowSize, waiting >= max(stride, 1) else { return false }
            waiting = 0
            return true
        }

        private mutating func recognize(
            _ classifier: ActionClassifier, _ options: ActionRecognizerOptions
        ) -> RecognizedAction {
            let present = frames.reduce(0) { $0 + ($1.isPresent ? 1 : 0) }
            let isSeen = Float(present) >= options.presence * Float(frames.count)
            let prediction = isSeen ? classifier.predict(frames) : classifier.head.nothing
            predictions.append((prediction.probabilities, prediction.isKnown))
            if predictions.count > max(options.smoothing, 1) { predictions.removeFirst() }
            var sums = [Float](repeating: 0, count: classifier.head.labels.count)
            for earlier in predictions where earlier.isKnown {
                for index in sums.indices { sums[index] += earlier.probabilities[index] }
            }
            // Until there are enough results to average, treat missing ones as unknown.
            let scale = 1 / Float(max(options.smoothing, 1))
            var best = 0
            for index in sums.indices {
                sums[index] *= scale
                if sums[index] > sums[best] { best = index }
            }
            let counts = sums[best] >= options.threshold && best != classifier.head.background
            label = counts ? best : nil
            return RecognizedAction(
                hand: hand, label: label, confidence: sums[best], probabilities: sums, isStart: false)
        }
    }
}

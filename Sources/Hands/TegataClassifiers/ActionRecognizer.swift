/// When and how a stream of frames is asked what a hand does.
package struct ActionRecognizerOptions: Sendable, Equatable {
    /// After how many frames, at the classifier's rate, a window is looked at again.
    package var stride: Int
    /// How many answers in a row are averaged.
    package var smoothing: Int
    /// The averaged probability from which an answer counts.
    package var threshold: Float
    /// How much of a window has to show the hand.
    package var presence: Float
    /// The seconds after which a hand that no frame shows any more is forgotten.
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

/// What a hand in a stream does.
package struct RecognizedAction: Sendable, Equatable {
    /// The hand's number.
    package var hand: Int
    /// The label's place in the list of labels; nil while the hand does nothing that is known, or only background.
    package var label: Int?
    /// The averaged probability of the most probable label.
    package var confidence: Float
    /// The averaged probabilities of all labels.
    package var probabilities: [Float]
    /// Whether the label is another one than that of the answer before, and not nil.
    package var isStart: Bool
}

/// Tells what hands do while frames come in: a queue of key points for every hand.
///
/// Frames that come faster than the classifier's rate are thinned, and slower ones stand for all times that they are
/// nearest to, so that a window is always as long in seconds. Answers are averaged over a few windows, and an answer
/// counts only above a threshold, so that single windows raise no alarm.
package struct ActionRecognizer: Sendable {
    /// Who is asked.
    package let classifier: ActionClassifier
    /// When and how.
    package let options: ActionRecognizerOptions
    private var queues: [Queue] = []

    package init(_ classifier: ActionClassifier, options: ActionRecognizerOptions = ActionRecognizerOptions()) {
        self.classifier = classifier
        self.options = options
    }

    /// The numbers of all hands that have a queue, in the order in which they came.
    package var hands: [Int] { queues.map { $0.hand } }

    /// Forgets all hands.
    package mutating func reset() { queues = [] }

    /// Forgets hands that were gone for too long when a frame comes at `time`, and those whose last frame is too far
    /// away to show a movement together with this one.
    package mutating func forgetHands(at time: Double) {
        // Times are rounded.
        let longestGap = (Double(ActionClassifier.longestStretch) + 0.1) / classifier.frameRate
        queues.removeAll { queue in
            // Frames of slow streams may be further apart than one waits for a hand, and yet all of them show it.
            queue.lastSeen < queue.lastTime && queue.lastSeen + options.patience < time
                || queue.lastTime + longestGap < time
        }
    }

    /// Takes what one frame shows of a hand, nil where it does not show it; `time` is in seconds and grows.
    ///
    /// The answer is nil while the hand's window is not full, between the windows that are looked at, and for frames
    /// that are thinned out or older than the last.
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

    /// What is kept of one hand.
    private struct Queue: Sendable {
        let hand: Int
        var lastSeen: Double
        /// When the last frame came, and what it showed.
        private(set) var lastTime: Double
        private var last = HandKeyPoints()
        private var nextTime: Double
        private var frames: [HandKeyPoints] = []
        private var waiting = 0
        private var answers: [(probabilities: [Float], isKnown: Bool)] = []
        private var label: Int?

        init(hand: Int, time: Double) {
            self.hand = hand
            lastSeen = time
            lastTime = time
            nextTime = time
        }

        /// Adds what a frame shows for all times of the raster that it is near enough to.
        mutating func add(
            _ points: HandKeyPoints, time: Double, _ classifier: ActionClassifier, _ options: ActionRecognizerOptions
        ) -> RecognizedAction? {
            let interval = 1 / classifier.frameRate
            let told = label
            var result: RecognizedAction?
            // A third of an interval early is near enough, and keeps cameras whose clocks jitter in step.
            while nextTime - interval / 3 <= time {
                // Of two that are as near, but for rounding, the later.
                let isLastNearer = nextTime - lastTime < time - nextTime - interval / 10
                append(isLastNearer ? last : points, limit: classifier.features.windowSize)
                if isDue(windowSize: classifier.features.windowSize, stride: options.stride) {
                    result = answer(classifier, options)
                }
                let next = nextTime + interval
                // Times may be too large to grow by so little.
                guard next > nextTime else { break }
                nextTime = next
            }
            last = points
            lastTime = time
            // A frame may fill several windows, and tells what the last of them says.
            result?.isStart = label != nil && label != told
            return result
        }

        private mutating func append(_ points: HandKeyPoints, limit: Int) {
            if frames.count >= limit { frames.removeFirst(frames.count - limit + 1) }
            frames.append(points)
            waiting += 1
        }

        /// Whether the window is full and enough frames came since the last answer.
        private mutating func isDue(windowSize: Int, stride: Int) -> Bool {
            guard frames.count == windowSize, waiting >= max(stride, 1) else { return false }
            waiting = 0
            return true
        }

        private mutating func answer(
            _ classifier: ActionClassifier, _ options: ActionRecognizerOptions
        ) -> RecognizedAction {
            let present = frames.reduce(0) { $0 + ($1.isPresent ? 1 : 0) }
            let isSeen = Float(present) >= options.presence * Float(frames.count)
            let prediction = isSeen ? classifier.predict(frames) : classifier.head.nothing
            answers.append((prediction.probabilities, prediction.isKnown))
            if answers.count > max(options.smoothing, 1) { answers.removeFirst() }
            var sums = [Float](repeating: 0, count: classifier.head.labels.count)
            for answer in answers where answer.isKnown {
                for index in sums.indices { sums[index] += answer.probabilities[index] }
            }
            // Until there are as many answers as are averaged, those that are missing count as unknown ones.
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

/// Tells what hands do while frames come in: a queue of key points for every hand.
///
/// Frames that come faster than the classifier's rate are thinned. Answers are averaged over a few windows, and an
/// answer counts only above a threshold, so that single windows raise no alarm.
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

    /// Takes what one frame shows of a hand, nil where it does not show it; `time` is in seconds and grows.
    ///
    /// The answer is nil while the hand's window is not full, between the windows that are looked at, and for frames
    /// that are thinned out or older than the last.
    package mutating func add(_ points: HandKeyPoints?, hand: Int, time: Double) -> RecognizedAction? {
        guard time.isFinite else { return nil }
        queues.removeAll { $0.lastSeen + options.patience < time }
        var index = queues.firstIndex { $0.hand == hand }
        if index == nil, points != nil {
            queues.append(Queue(hand: hand, time: time))
            index = queues.count - 1
        }
        guard let index else { return nil }
        if points != nil { queues[index].lastSeen = max(queues[index].lastSeen, time) }
        // A third of an interval early is near enough, and keeps cameras whose clocks jitter in step.
        let interval = 1 / classifier.frameRate
        guard time >= queues[index].nextTime - interval / 3 else { return nil }
        // The raster goes on where frames are late by less than an interval and begins anew where they are later.
        let isLate = time > queues[index].nextTime + interval
        queues[index].nextTime = (isLate ? time : queues[index].nextTime) + interval
        queues[index].append(points ?? HandKeyPoints(), limit: classifier.features.windowSize)
        guard queues[index].isDue(windowSize: classifier.features.windowSize, stride: options.stride) else {
            return nil
        }
        return answer(&queues[index])
    }

    private func answer(_ queue: inout Queue) -> RecognizedAction {
        let present = queue.frames.reduce(0) { $0 + ($1.isPresent ? 1 : 0) }
        let isSeen = Float(present) >= options.presence * Float(queue.frames.count)
        let prediction = isSeen ? classifier.predict(queue.frames) : classifier.head.nothing
        queue.answers.append((prediction.probabilities, prediction.isKnown))
        if queue.answers.count > max(options.smoothing, 1) { queue.answers.removeFirst() }
        var sums = [Float](repeating: 0, count: classifier.head.labels.count)
        for answer in queue.answers where answer.isKnown {
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
        let label = counts ? best : nil
        let isStart = label != nil && label != queue.label
        queue.label = label
        return RecognizedAction(
            hand: queue.hand, label: label, confidence: sums[best], probabilities: sums, isStart: isStart)
    }

    /// What is kept of one hand.
    private struct Queue: Sendable {
        let hand: Int
        var frames: [HandKeyPoints] = []
        var answers: [(probabilities: [Float], isKnown: Bool)] = []
        var label: Int?
        var lastSeen: Double
        var nextTime: Double
        private var waiting = 0

        init(hand: Int, time: Double) {
            self.hand = hand
            lastSeen = time
            nextTime = time
        }

        mutating func append(_ points: HandKeyPoints, limit: Int) {
            if frames.count >= limit { frames.removeFirst(frames.count - limit + 1) }
            frames.append(points)
            waiting += 1
        }

        /// Whether the window is full and enough frames came since the last answer.
        mutating func isDue(windowSize: Int, stride: Int) -> Bool {
            guard frames.count == windowSize, waiting >= max(stride, 1) else { return false }
            waiting = 0
            return true
        }
    }
}

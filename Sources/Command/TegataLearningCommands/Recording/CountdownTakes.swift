/// Frames that are taken of one class after the other, each after some seconds to get ready.
struct CountdownTakes {
    private let labels: [Int]
    private let count: Int
    private let countdown: Int
    /// Nil for pictures.
    private let clipLength: Int?

    /// The place of the class, how many were taken of it, and since when it waits.
    private var place = 0
    private var taken = 0
    private var waitingSince: Int?
    private var number = 0
    /// The last frame's time, and how long after the one before it came.
    private var last: (time: Int, interval: Int)?

    /// Of each of the `labels`, so many pictures or clips; times are in milliseconds.
    init(labels: [Int], count: Int, countdown: Int, clipLength: Int?) {
        self.labels = labels
        self.count = count
        self.countdown = countdown
        self.clipLength = clipLength
    }

    var isDone: Bool { place >= labels.count }

    /// The class that is next or being taken; nil at the end.
    var label: Int? { isDone ? nil : labels[place] }

    /// How many seconds are left until it is taken at this time; 0 while it is.
    func secondsLeft(at milliseconds: Int) -> Int {
        guard let waitingSince else { return 0 }
        return max(0, (waitingSince + countdown - milliseconds + 999) / 1000)
    }

    /// What the frame at this time is taken for. A clip waits for itself, pictures of a class for the first of them.
    mutating func take(at milliseconds: Int) -> RecordingPlan.Take? {
        last = (milliseconds, last.map { milliseconds - $0.time } ?? 0)
        guard !isDone else { return nil }
        let start = waitingSince ?? milliseconds
        waitingSince = start
        let elapsed = milliseconds - start - countdown
        guard elapsed >= 0 else { return nil }
        if let clipLength, elapsed >= clipLength {
            advance()
            waitingSince = isDone ? nil : milliseconds
            return nil
        }
        let take = RecordingPlan.Take(label: labels[place], number: number)
        if clipLength == nil { advance() }
        return take
    }

    /// The video has ended: its last frame is taken to have lasted as long as the one before, to a millisecond, and a
    /// clip may be whole with it.
    mutating func end() {
        guard let clipLength, let last, let waitingSince else { return }
        if last.time + last.interval + 1 - waitingSince - countdown >= clipLength { advance() }
    }

    private mutating func advance() {
        number += 1
        taken += 1
        guard taken >= count else { return }
        (place, taken, waitingSince) = (place + 1, 0, nil)
    }
}

/// How many workers a job is worth while others need the processors too.
///
/// All of them, until runs were held up by one that was late several times. Then runs by all and by half of them take
/// turns for a while, and what took less time is kept, for longer each time that it proves right again.
package struct TeamWidth {
    /// How often both widths are tried.
    private static let trialLength = 8
    /// For how many nanoseconds what was decided holds at least and at most.
    private static let shortestHold: UInt64 = 250_000_000
    private static let longestHold: UInt64 = 4_000_000_000
    /// What a late run adds to the lateness that a punctual one lessens by 1, and how much of it is too much.
    private static let latenessOfRun = 4
    private static let mostLateness = 12

    package init() {}

    /// Nil before the first run.
    private var width: Int?
    private var lateness = 0
    private var trial: Trial?
    private var hold = shortestHold
    /// Until when the width holds.
    private var holdEnd: UInt64 = 0

    /// Runs by two numbers of workers in turn.
    private struct Trial {
        let other: Int
        var count = 0
        var isOther: Bool { count % 2 == 1 }
        var time: UInt64 = 0
        var timeOfOther: UInt64 = 0
    }

    /// How many of `most` workers the run that starts now is to have.
    package mutating func next(of most: Int, at now: UInt64) -> Int {
        let width = self.width ?? most
        if trial == nil && now >= holdEnd {
            if lateness >= Self.mostLateness {
                trial = Trial(other: max(1, width / 2))
            } else if width < most {
                trial = Trial(other: min(most, width * 2))
            }
        }
        self.width = width
        guard let trial, trial.isOther else { return width }
        return trial.other
    }

    /// Learns of a run in which the caller slept for so many nanoseconds, as somebody was late.
    package mutating func note(_ slept: UInt64, start: UInt64, end: UInt64) {
        let time = end - start
        guard var trial else {
            lateness = slept > time / 4 ? min(lateness + Self.latenessOfRun, Self.mostLateness) : max(lateness - 1, 0)
            return
        }
        if trial.isOther { trial.timeOfOther += time } else { trial.time += time }
        trial.count += 1
        guard trial.count == 2 * Self.trialLength else {
            self.trial = trial
            return
        }
        self.trial = nil
        lateness = 0
        // What is the same but for chance stays.
        let isBetter = trial.timeOfOther < trial.time - trial.time / 16
        hold = isBetter ? Self.shortestHold : min(2 * hold, Self.longestHold)
        holdEnd = end + hold
        if isBetter { self.width = trial.other }
    }
}

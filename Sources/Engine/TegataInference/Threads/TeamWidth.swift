/// The number of workers that a job benefits from while other programs also need the processors.
///
/// It starts with all workers. After late workers have delayed several runs, runs by all workers and by half of them
/// alternate for a while. The faster number is kept, for longer each time that it proves right again.
package struct TeamWidth {
    /// The number of runs with which each width is tried.
    private static let trialLength = 8
    /// The shortest and longest time in nanoseconds for which a decision holds.
    private static let shortestHold: UInt64 = 250_000_000
    private static let longestHold: UInt64 = 4_000_000_000
    /// The lateness that a late run adds (a punctual run subtracts 1), and the lateness at which a trial starts.
    private static let latenessOfRun = 4
    private static let mostLateness = 12

    package init() {}

    /// The number of workers; nil before the first run.
    private var width: Int?
    private var lateness = 0
    private var trial: Trial?
    private var hold = shortestHold
    /// The time in nanoseconds until which the width holds.
    private var holdEnd: UInt64 = 0

    /// Runs that alternate between two numbers of workers.
    private struct Trial {
        let other: Int
        var count = 0
        var isOther: Bool { count % 2 == 1 }
        var time: UInt64 = 0
        var timeOfOther: UInt64 = 0
    }

    /// Returns the number of workers, at most `most`, for the run that starts now.
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

    /// Records a run in which the caller slept for `slept` nanoseconds because a worker was late.
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
        // Keep the width if the difference may be due to chance.
        let isBetter = trial.timeOfOther < trial.time - trial.time / 16
        hold = isBetter ? Self.shortestHold : min(2 * hold, Self.longestHold)
        holdEnd = end + hold
        if isBetter { self.width = trial.other }
    }
}

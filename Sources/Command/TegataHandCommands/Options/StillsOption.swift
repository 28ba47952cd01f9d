import TegataSystem
import TegataTool

/// Options of commands for single pictures.
enum StillsOption {
    static let jobs = Option<Int>.integer(
        "--jobs", short: "-j", "N", in: 1...64,
        "how many pictures are worked on at a time, each on one thread (default: as many as there are cores)")
    static let refined = Flag(
        "--refine",
        "find each hand's landmarks twice, the second time in a crop made from the first; nearer to the truth, but not"
            + " MediaPipe's numbers")

    package static let all = [jobs.description, refined.description]
}

extension Arguments {
    /// How many pictures are worked on at a time, and with how many threads each.
    func jobs(forPictures count: Int) throws -> (jobs: Int, threads: Int) {
        let cores = ProcessorCount.available
        let threads = try value(of: NetworkOption.threads)
        let asked = try value(of: StillsOption.jobs)
        let jobs = asked ?? (threads == nil ? cores : 1)
        let used = MemoryNeeds.threadCount(max(1, min(jobs, count)))
        // A number of jobs is a number of cores.
        let perJob = threads ?? (asked == nil ? max(1, cores / used) : 1)
        return (used, max(1, MemoryNeeds.threadCount(used * perJob) / used))
    }
}

import TegataSystem
import TegataTool

/// Options for commands that process single images.
enum StillsOption {
    static let jobs = Option<Int>.integer(
        "--jobs", short: "-j", "N", in: 1...64,
        "number of images to process at a time, each on one thread (default: the number of cores)")
    static let refined = Flag(
        "--refine",
        "find each hand's landmarks again in a crop based on the first result; more accurate, but results differ from"
            + " MediaPipe's")

    package static let all = [jobs.description, refined.description]
}

extension Arguments {
    /// Returns the number of images to process at a time, and the number of threads for each.
    func jobs(forPictures count: Int) throws -> (jobs: Int, threads: Int) {
        let cores = ProcessorCount.available
        let threads = try value(of: NetworkOption.threads)
        let asked = try value(of: StillsOption.jobs)
        let jobs = asked ?? (threads == nil ? cores : 1)
        let used = MemoryNeeds.threadCount(max(1, min(jobs, count)))
        // Use one thread per job, because the user chose the number of cores with --jobs.
        let perJob = threads ?? (asked == nil ? max(1, cores / used) : 1)
        return (used, max(1, MemoryNeeds.threadCount(used * perJob) / used))
    }
}

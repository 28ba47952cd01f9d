import TegataHands
import TegataInference
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

/// Answers for each picture that the user names, with gestures if there are options for them.
func answerStills(_ arguments: Arguments, gestures: GestureOptions?, _ command: Command, _ console: Console) throws {
    guard !arguments.operands.isEmpty else { throw command.wrongUsage("needs a picture") }
    guard arguments.operands.count(where: { $0 == "-" }) < 2 else {
        throw .usage("- is the standard input, which can be read once only")
    }
    console.isQuiet = arguments.has(OutputOption.quiet)
    let entries = PictureFiles.list(
        arguments.operands,
        outputs: [try arguments.value(of: OutputOption.annotate), try arguments.value(of: OutputOption.crops)]
            .compactMap(\.self),
        remark: console.warn)
    var options = try HandPipelineOptions(arguments)
    options.tracking.refinesStills = arguments.has(StillsOption.refined)
    options.gestures = gestures
    options.metric = try MetricOptions(arguments)
    let asksPhotographs = try arguments.hasCamerasOfPhotographs()
    let frame = try FrameOptions(arguments)
    let (jobs, threads) = try arguments.jobs(forPictures: entries.count)
    let outputs = try ImageOutputs(arguments, options, entries, console)
    let networks = try HandNetworks(arguments, gestures: gestures)

    var workers: [ImageWorker] = []
    for _ in 0..<jobs {
        workers.append(
            try ImageWorker(
                networks, options, frame, asksPhotographs: asksPhotographs, threads: threads, outputs.pictures))
    }
    let team = workers
    inOrder(Array(entries.enumerated()), threads: jobs) { thread, item in
        team[thread].answer(item.element, at: item.offset)
    } deliver: { answer in
        outputs.append(answer)
    }
    try outputs.finish()
}

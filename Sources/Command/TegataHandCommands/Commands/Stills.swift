import TegataHands
import TegataInference
import TegataTool

/// Processes each image that the user specified; recognises gestures if `gestures` is not nil.
func processStills(_ arguments: Arguments, gestures: GestureOptions?, _ command: Command, _ console: Console) throws {
    guard !arguments.operands.isEmpty else { throw command.wrongUsage("needs an image") }
    guard arguments.operands.count(where: { $0 == "-" }) < 2 else {
        throw .usage("- is standard input, which can be read only once; pass it once")
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
        team[thread].process(item.element, at: item.offset)
    } deliver: { result in
        outputs.append(result)
    }
    try outputs.finish()
}

import TegataHands
import TegataImages
import TegataInference

/// Options of commands for single pictures.
enum StillsOption {
    static let jobs = Option<Int>.integer(
        "--jobs", short: "-j", "N", in: 1...64, "how many pictures are worked on at a time, each on one thread (default: as many as there are cores)")
    static let refined = Flag(
        "--refine", "find each hand's landmarks twice, the second time in a crop made from the first; nearer to the truth, but not"
            + " MediaPipe's numbers")

    static let all = [jobs.description, refined.description]
}

/// Answers for each picture that the user names, with gestures if there are options for them.
func answerStills(
    _ arguments: Arguments, gestures: GestureOptions?, _ command: Command, _ console: Console
) throws(CommandError) {
    guard !arguments.operands.isEmpty else {
        throw .usage("\(command.name) needs a picture; write tegata \(command.name) \(command.synopsis)")
    }
    console.isQuiet = arguments.has(OutputOption.quiet)
    let format = try AnswerFormat(arguments, annotatedPath: arguments.value(of: OutputOption.annotate))
    let choices = try PictureChoices(arguments, console)
    let entries = PictureFiles.list(arguments.operands)
    let annotated = try choices.annotatedPath.map { path throws(CommandError) in
        try AnnotatedPictures(path, operands: arguments.operands, entries: entries)
    }
    var options = try HandPipelineOptions(arguments)
    options.refinesStills = arguments.has(StillsOption.refined)
    options.gestures = gestures
    let frame = try FrameOptions(arguments)
    let (jobs, threads) = try arguments.jobs(forPictures: entries.count)
    let networks = try HandNetworks(arguments, includingGestures: gestures != nil)
    let arrays = try LandmarkArrayFile.files(arguments, handCount: options.maximumHandCount)

    var workers: [StillsWorker] = []
    for _ in 0..<jobs {
        workers.append(try StillsWorker(networks, options, frame, threads: threads, choices, annotated))
    }
    let team = workers
    var progress = Progress("pictures", total: entries.count)
    var failure: CommandError?
    format.begin(console)
    inOrder(Array(entries.enumerated()), threads: jobs) { thread, item in
        team[thread].answer(item.element, at: item.offset)
    } deliver: { answer in
        if let hands = answer.hands { format.write(hands, console) }
        if let picture = answer.preview { console.show(picture, replacing: false) }
        for message in answer.failures { console.report(message) }
        do throws(CommandError) {
            // A picture that could not be read has its place there too.
            for array in arrays where failure == nil { try array.append(answer.hands?.hands ?? []) }
        } catch {
            failure = error
        }
        if entries.count > 1 { progress.advance(console) }
    }
    if let failure { throw failure }
    for array in arrays { try array.finish() }
}

extension Arguments {
    /// How many pictures are worked on at a time, and with how many threads each.
    fileprivate func jobs(forPictures count: Int) throws(CommandError) -> (jobs: Int, threads: Int) {
        let cores = System.processorCount
        let threads = try value(of: NetworkOption.threads)
        let asked = try value(of: StillsOption.jobs)
        let jobs = asked ?? (threads == nil ? cores : 1)
        let used = max(1, min(jobs, count))
        // A number of jobs is a number of cores.
        return (used, threads ?? (asked == nil ? max(1, cores / used) : 1))
    }
}

/// What one thread needs to answer for pictures. Used by one thread at a time.
private final class StillsWorker: @unchecked Sendable {
    private let pipeline: HandPipeline
    private let frame: FrameOptions
    private let choices: PictureChoices
    private let annotated: AnnotatedPictures?

    /// What came out for one picture.
    struct Answer: Sendable {
        /// Nil where there is none.
        var hands: HandsOfPicture?
        /// The picture for the terminal.
        var preview: TerminalPicture?
        var failures: [String] = []
    }

    init(
        _ networks: HandNetworks, _ options: HandPipelineOptions, _ frame: FrameOptions, threads: Int, _ choices: PictureChoices,
        _ annotated: AnnotatedPictures?
    ) throws(CommandError) {
        pipeline = try orFailure { () throws(HandPipelineError) in
            try HandPipeline(networks, options: options, team: ThreadTeam(count: threads))
        }
        self.frame = frame
        self.choices = choices
        self.annotated = annotated
    }

    func answer(_ entry: PictureFiles.Entry, at index: Int) -> Answer {
        var answer = Answer()
        do throws(CommandError) {
            switch entry {
            case .failure(let message): throw .failure(message)
            case .picture(let path, _): try self.answer(path, at: index, &answer)
            }
        } catch {
            answer.failures.append(error.message)
        }
        return answer
    }

    private func answer(_ path: String, at index: Int, _ answer: inout Answer) throws(CommandError) {
        let picture = try orFailure { () throws(ImageFileError) in
            try RGBImage(readingFileAt: path == "-" ? "/dev/stdin" : path)
        }
        var palms: [PalmDetection] = []
        let hands: [HandResult]
        do throws(HandPipelineError) {
            hands = try picture.withView { view throws(HandPipelineError) in
                if choices.hasBoxes { palms = try pipeline.detectPalms(view, frame: frame) }
                return try pipeline.detect(view, frame: frame).hands
            }
        } catch {
            throw .failure("\(path): \(error)")
        }
        answer.hands = HandsOfPicture(
            source: path, width: picture.width, height: picture.height, hands: hands, hasGestures: pipeline.options.gestures != nil)
        answer.preview = choices.preview(hands, palms, in: picture)
        try annotated?.write(choices.drawn(hands, palms, in: picture), at: index)
    }
}

import TegataHands
import TegataImages
import TegataInference
import TegataReport

/// Options of commands for single pictures.
enum StillsOption {
    static let jobs = Option<Int>.integer(
        "--jobs", short: "-j", "N", in: 1...64,
        "how many pictures are worked on at a time, each on one thread (default: as many as there are cores)")
    static let refined = Flag(
        "--refine",
        "find each hand's landmarks twice, the second time in a crop made from the first; nearer to the truth, but not"
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
    let entries = PictureFiles.list(arguments.operands, output: try arguments.value(of: OutputOption.annotate))
    var options = try HandPipelineOptions(arguments)
    options.refinesStills = arguments.has(StillsOption.refined)
    options.gestures = gestures
    let frame = try FrameOptions(arguments)
    let (jobs, threads) = try arguments.jobs(forPictures: entries.count)
    let outputs = try StillsOutputs(arguments, options, entries, console)
    let networks = try HandNetworks(arguments, includingGestures: gestures != nil)

    var workers: [StillsWorker] = []
    for _ in 0..<jobs { workers.append(try StillsWorker(networks, options, frame, threads: threads, outputs.pictures)) }
    let team = workers
    outputs.begin()
    inOrder(Array(entries.enumerated()), threads: jobs) { thread, item in
        team[thread].answer(item.element, at: item.offset)
    } deliver: { answer in
        outputs.append(answer)
    }
    try outputs.finish()
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

/// What came out for one picture.
struct StillAnswer: Sendable {
    /// Nil where there is none.
    var hands: HandsOfPicture?
    /// The picture for the terminal, if it is wanted there.
    var preview: TerminalPicture?
    /// The picture for the report, if there is one.
    var reported: RGBImage?
    var failures: [String] = []
}

/// What one thread needs to answer for pictures. Used by one thread at a time.
private final class StillsWorker: @unchecked Sendable {
    private let pipeline: HandPipeline
    private let frame: FrameOptions
    private let pictures: StillsPictures

    init(
        _ networks: HandNetworks, _ options: HandPipelineOptions, _ frame: FrameOptions, threads: Int,
        _ pictures: StillsPictures
    ) throws(CommandError) {
        pipeline = try orFailure { () throws(HandPipelineError) in
            try HandPipeline(networks, options: options, team: ThreadTeam(count: threads))
        }
        self.frame = frame
        self.pictures = pictures
    }

    func answer(_ entry: PictureFiles.Entry, at index: Int) -> StillAnswer {
        var answer = StillAnswer()
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

    private func answer(_ path: String, at index: Int, _ answer: inout StillAnswer) throws(CommandError) {
        let picture = try orFailure { () throws(ImageFileError) in
            guard path == "-" else { return try RGBImage(readingFileAt: path) }
            do throws(ImageFileError) {
                return try RGBImage(readingFileAt: "/dev/stdin")
            } catch {
                throw ImageFileError(file: "standard input", problem: error.problem)
            }
        }
        var palms: [PalmDetection] = []
        let hands: [HandResult]
        do throws(HandPipelineError) {
            hands = try picture.withView(orThrow: HandPipelineError.image) { view throws(HandPipelineError) in
                if pictures.choices.hasBoxes { palms = try pipeline.detectPalms(view, frame: frame) }
                return try pipeline.detect(view, frame: frame).hands
            }
        } catch {
            throw .failure("\(path): \(error)")
        }
        answer.hands = HandsOfPicture(
            source: path, width: picture.width, height: picture.height, hands: hands,
            hasGestures: pipeline.options.gestures != nil)
        answer.preview = pictures.choices.preview(hands, palms, in: picture)
        if pictures.areReported { answer.reported = picture.fitted(longSide: HandReport.largestSide) }
        try pictures.annotated?.write(pictures.choices.drawn(hands, palms, in: picture), at: index)
    }
}

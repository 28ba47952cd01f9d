import TegataHands
import TegataImages
import TegataInference

/// Options of commands for single pictures.
enum StillsOption {
    static let jobs = Option<Int>.integer(
        "--jobs", short: "-j", "N", in: 1...64, "how many pictures are worked on at a time (default: as many as there are cores)")
    static let refined = Flag(
        "--refine", "find each hand's landmarks twice, the second time in a crop made from the first; nearer to the truth, but not"
            + " MediaPipe's numbers")

    static let all = [CommonOption.json.description, jobs.description, refined.description]
}

/// Answers for each picture that the user names, with gestures if there are options for them.
func answerStills(
    _ arguments: Arguments, gestures: GestureOptions?, _ command: Command, _ console: Console
) throws(CommandError) {
    guard !arguments.operands.isEmpty else {
        throw .usage("\(command.name) needs a picture; write tegata \(command.name) \(command.synopsis)")
    }
    let isJSON = arguments.has(CommonOption.json)
    let entries = PictureFiles.list(arguments.operands)
    var options = try HandPipelineOptions(arguments)
    options.refinesStills = arguments.has(StillsOption.refined)
    options.gestures = gestures
    let frame = try FrameOptions(arguments)
    let (jobs, threads) = try arguments.jobs(forPictures: entries.count)
    let networks = try HandNetworks(arguments, includingGestures: gestures != nil)

    var workers: [StillsWorker] = []
    for _ in 0..<jobs { workers.append(try StillsWorker(networks, options, frame, threads: threads)) }
    let team = workers
    inOrder(entries, threads: jobs) { thread, entry in
        team[thread].answer(entry, isJSON: isJSON)
    } deliver: { answer in
        switch answer {
        case .line(let line): console.print(line)
        case .failure(let message): console.report(message)
        }
    }
}

extension Arguments {
    /// How many pictures are worked on at a time, and with how many threads each.
    fileprivate func jobs(forPictures count: Int) throws(CommandError) -> (jobs: Int, threads: Int) {
        let cores = System.processorCount
        let threads = try value(of: NetworkOption.threads)
        let jobs = try value(of: StillsOption.jobs) ?? (threads == nil ? cores : 1)
        let used = max(1, min(jobs, count))
        return (used, threads ?? max(1, cores / used))
    }
}

/// What one thread needs to answer for pictures. Used by one thread at a time.
private final class StillsWorker: @unchecked Sendable {
    private let pipeline: HandPipeline
    private let frame: FrameOptions

    enum Answer: Sendable {
        case line(String)
        case failure(String)
    }

    init(_ networks: HandNetworks, _ options: HandPipelineOptions, _ frame: FrameOptions, threads: Int) throws(CommandError) {
        pipeline = try orFailure { () throws(HandPipelineError) in
            try HandPipeline(networks, options: options, team: ThreadTeam(count: threads))
        }
        self.frame = frame
    }

    func answer(_ entry: PictureFiles.Entry, isJSON: Bool) -> Answer {
        guard case .picture(let path) = entry else {
            guard case .failure(let message) = entry else { return .failure("") }
            return .failure(message)
        }
        do throws(CommandError) {
            let hands = try hands(of: path)
            return .line(isJSON ? hands.json : hands.summary)
        } catch {
            return .failure(error.message)
        }
    }

    private func hands(of path: String) throws(CommandError) -> HandsOfPicture {
        let picture = try orFailure { () throws(ImageFileError) in
            try RGBImage(readingFileAt: path == "-" ? "/dev/stdin" : path)
        }
        let result: HandPipelineResult
        do throws(HandPipelineError) {
            result = try picture.withView { view throws(HandPipelineError) in try pipeline.detect(view, frame: frame) }
        } catch {
            throw .failure("\(path): \(error)")
        }
        return HandsOfPicture(source: path, width: picture.width, height: picture.height, hands: result.hands,
            hasGestures: pipeline.options.gestures != nil)
    }
}

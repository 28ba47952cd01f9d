import TegataBuffers
import TegataHands
import TegataImages
import TegataRecords
import TegataReport
import TegataSystem
import TegataTool
import TegataVideo

/// Where the answers for the frames of videos go. Used by one thread.
final class VideoOutputs {
    private let console: Console
    private let format: AnswerFormat
    private let choices: RenderOptions
    private let annotated: AnnotatedVideos?
    private let crops: HandCrops?
    private let operands: [String]
    /// What files of single frames are called by, for each operand.
    private let stems: [String]
    private let files: ResultFiles
    private var limit: HandLimit
    private var summary: RunSummary
    /// Nil where events are not asked for.
    private var events: VideoEvents?
    /// Whether a video could be read; otherwise there is nothing to write.
    private var hasAnswers = false
    /// Whether summaries are about gestures too; otherwise begins and ends of gestures are told.
    private let namesGestures: Bool

    private var current: (index: Int, video: VideoReader)?
    /// Starts with the first frame, which tells the size.
    private var writer: VideoWriter?
    /// What ended the annotated video before its time; answers go on.
    private var videoFailure: (any Error)?
    private var lastNames: [String]?
    private var hidden = HiddenHands()
    private var previewedAt: UInt64 = 0

    init(_ arguments: Arguments, _ options: HandPipelineOptions, _ console: Console) throws {
        self.console = console
        var inputs = arguments.operands
        // Folders may have very many.
        if try OutputOption.areWritten(arguments) { inputs += inputs.flatMap(VideoReader.pictures) }
        choices = try RenderOptions(
            arguments, inputs: inputs + arguments.modelFiles(gestures: options.gestures), console)
        format = try AnswerFormat(arguments, annotatedPath: choices.annotatedPath)
        guard !choices.isTransparent else {
            throw .usage("--background transparent is for pictures; videos can have black")
        }
        annotated = try choices.annotatedPath.map { path in
            try AnnotatedVideos(path, operands: arguments.operands, inputs: inputs, arguments, console)
        }
        let names = arguments.operands.map(PictureFiles.fileName)
        crops = try HandCrops(arguments, names: names, inputs: inputs)
        operands = arguments.operands
        // As drawn videos are called.
        stems = OutputNames.stems(of: names.map { $0 == "-" ? "video" : $0 })
        files = try ResultFiles(arguments, handCount: options.videoHandLimit)
        limit = HandLimit(options.maximumHandCount)
        summary = try RunSummary(.videos, inputCount: arguments.operands.count, arguments)
        events = arguments.eventFlag.map { _ in VideoEvents(ofFingers: arguments.has(TrackOption.fingerEvents)) }
        namesGestures = options.gestures != nil && options.gestures?.events == nil
        guard !files.areOfOneVideo || arguments.operands.count == 1 else {
            throw .usage("--npy is for one video; write the arrays one by one")
        }
    }

    /// Whether something cannot be written any more, and with it nobody gets what is found; how much that was, which
    /// the summary tells, is not enough.
    var hasNoReader: Bool {
        let hasAnswers = format != .none && !console.hasOutputFailed
        let hasVideo = annotated != nil && videoFailure == nil
        let hasFiles = crops != nil || !files.isEmpty
        return (console.hasOutputFailed || videoFailure != nil || files.failure != nil)
            && !hasAnswers && !hasVideo && !(hasFiles && files.failure == nil) && !choices.hasPreview
    }

    /// From now on frames are those of `video`, about so many, which is the operand at `index`.
    func begin(_ index: Int, _ video: VideoReader, expectedCount: Int?) throws {
        if !hasAnswers { format.begin(console) }
        hasAnswers = true
        current = (index, video)
        writer = nil
        videoFailure = nil
        lastNames = nil
        hidden = HiddenHands()
        try files.begin(source: operands[index], kind: .video, expectedCount: expectedCount)
    }

    /// Writes what was found in the frame that the video has read last.
    func append(_ hands: FrameRecord, _ palms: [PalmDetection]) {
        write(hands)
        summary.add(hands)
        guard let (index, video) = current else { return }
        let hiddenHands = hidden.hands(in: hands)
        // Made when it is needed, which it may not be at all.
        lazy var picture = choices.shown(
            hiding: hiddenHands, in: video.frame.rgbImage() ?? RGBImage(width: hands.width, height: hands.height))
        files.attempt {
            try files.append(FoundHands(hands: hands, stem: stems[index], picture: { picture }))
            if let crops, !hands.hands.isEmpty {
                try crops.write(hands.hands, of: picture, at: index, frame: video.frame.index)
            }
        }
        if let annotated, videoFailure == nil {
            do {
                if writer == nil { writer = try annotated.writer(for: operands[index], video) }
                let drawn = choices.drawn(hands.hands, palms, in: picture)
                if let writer { try append(drawn, to: writer, video) }
            } catch {
                videoFailure = error
                writer = nil
            }
        }
        if isPreviewDue, let preview = choices.preview(hands.hands, palms, in: picture) {
            console.show(preview, replacing: true)
            previewedAt = System.nanoseconds()
        }
    }

    private func append(_ picture: RGBImage, to writer: VideoWriter, _ video: VideoReader) throws {
        do {
            try writer.append(picture, timestampMs: video.frame.timestampMs, index: video.constantRateIndex)
        } catch {
            if choices.annotatedPath == "-", case .unwritable(.notWritable(code: let code)) = error.problem,
                SystemError(code: code).isBrokenPipe
            {
                Interruption.endAfterBrokenPipe()
            }
            throw error
        }
    }

    /// As text only when other hands are there than before, or hands show something else.
    private func write(_ hands: FrameRecord) {
        if let happened = events?.events(in: hands) { return happened.forEach(write) }
        guard case .text = format else { return format.write(hands, console) }
        let names = hands.namesWithContents(gestures: namesGestures)
        if names != lastNames {
            format.write(hands, remark: limit.remark(on: hands), gestures: namesGestures, console)
        }
        lastNames = names
        for line in hands.eventLines { console.print(line) }
    }

    private func write(_ event: VideoEvents.Event) {
        if case .json = format { console.print(event.json) } else { console.print(event.text) }
    }

    /// An input could not be handled, or not wholly; `isCounted` where something else is reported of it, too.
    func report(_ message: String, source: String, isCounted: Bool = false) {
        if !isCounted { summary.addFailure() }
        format.report(message, source: source, console)
        files.append(failure: message)
    }

    private var isPreviewDue: Bool {
        choices.hasPreview && System.nanoseconds() - previewedAt > Self.previewInterval
    }

    /// Terminals are slow.
    private static let previewInterval: UInt64 = 60_000_000

    /// The video has ended, or was cut short, so that its sound goes on behind the last frame.
    func end(isCut: Bool) throws {
        let path = current.map { operands[$0.index] } ?? ""
        current = nil
        events?.end().forEach(write)
        summary.endVideo()
        if let videoFailure { throw videoFailure }
        guard let writer else { return }
        self.writer = nil
        try writer.finish(cuttingSound: isCut)
        if let annotated, choices.annotatedPath != "-" { summary.addFile(annotated.path(for: path)) }
    }

    /// All videos have ended.
    func finish() throws {
        files.attempt {
            guard hasAnswers else { return }
            crops?.sum(in: &summary)
            try files.finish(in: &summary)
        }
        try summary.finish(console, after: files.failure)
    }
}

/// Which hands are hidden in the frames of a video: those that are there, and for a while those that were there before,
/// because tracking misses hands for moments in which they are to be seen.
struct HiddenHands {
    /// For how long a hand stays hidden where it was last.
    private static let holdMilliseconds = 500

    private var last: [Int: (hand: HandResult, milliseconds: Int)] = [:]

    /// The hands that are hidden in the next frame.
    mutating func hands(in answer: FrameRecord) -> [HandResult] {
        guard let milliseconds = answer.frame?.milliseconds else { return answer.hands }
        let present = Set(answer.hands.compactMap(\.identifier))
        last = last.filter { milliseconds - $1.milliseconds <= Self.holdMilliseconds }
        let missed = last.filter { !present.contains($0.key) }.sorted { $0.key < $1.key }.map(\.value.hand)
        for hand in answer.hands {
            if let identifier = hand.identifier { last[identifier] = (hand, milliseconds) }
        }
        return answer.hands + missed
    }
}

import TegataBuffers
import TegataHands
import TegataImages
import TegataRecords
import TegataReport
import TegataSystem
import TegataTool
import TegataVideo

/// The outputs of results for the frames of videos. Used by one thread.
final class VideoOutputs {
    private let console: Console
    private let format: AnswerFormat
    private let choices: RenderOptions
    private let annotated: AnnotatedVideos?
    private let crops: HandCrops?
    private let operands: [String]
    /// The first part of the names of single frames, for each operand.
    private let stems: [String]
    private let files: ResultFiles
    private var limit: HandLimit
    private var summary: RunSummary
    /// The events; nil if they are not requested.
    private var events: VideoEvents?
    /// Whether a video could be read; otherwise there is nothing to write.
    private var hasAnswers = false
    /// Whether text results name gestures; otherwise only their begins and ends are reported.
    private let namesGestures: Bool

    private var current: (index: Int, video: VideoReader)?
    /// The writer of the annotated video, which starts with the first frame because that gives the size.
    private var writer: VideoWriter?
    /// The error that stopped the annotated video; other outputs continue.
    private var videoFailure: (any Error)?
    private var lastNames: [String]?
    private var hidden = HiddenHands()
    private var previewedAt: UInt64 = 0

    init(_ arguments: Arguments, _ options: HandPipelineOptions, _ console: Console) throws {
        self.console = console
        var inputs = arguments.operands
        // List images only if files are written, because directories may contain very many.
        if try OutputOption.areWritten(arguments) { inputs += inputs.flatMap(VideoReader.pictures) }
        choices = try RenderOptions(
            arguments, inputs: inputs + arguments.modelFiles(gestures: options.gestures), console)
        format = try AnswerFormat(arguments, annotatedPath: choices.annotatedPath)
        guard !choices.isTransparent else {
            throw .usage("--background transparent is for images; use --background black for videos")
        }
        annotated = try choices.annotatedPath.map { path in
            try AnnotatedVideos(path, operands: arguments.operands, inputs: inputs, arguments, console)
        }
        let names = arguments.operands.map(PictureFiles.fileName)
        crops = try HandCrops(arguments, names: names, inputs: inputs)
        operands = arguments.operands
        // Use the names of annotated videos.
        stems = OutputNames.stems(of: names.map { $0 == "-" ? "video" : $0 })
        files = try ResultFiles(arguments, handCount: options.videoHandLimit)
        limit = HandLimit(options.maximumHandCount)
        summary = try RunSummary(.videos, inputCount: arguments.operands.count, arguments)
        events = arguments.eventFlag.map { _ in VideoEvents(ofFingers: arguments.has(TrackOption.fingerEvents)) }
        namesGestures = options.gestures != nil && options.gestures?.events == nil
        guard !files.areOfOneVideo || arguments.operands.count == 1 else {
            throw .usage("--npy, --world-npy, --gltf and --bvh take one video; write the files one by one")
        }
    }

    /// Whether an output has failed and no other output takes results. The summary, which only counts them, is none.
    var hasNoReader: Bool {
        let hasAnswers = format != .none && !console.hasOutputFailed
        let hasVideo = annotated != nil && videoFailure == nil
        let hasFiles = crops != nil || !files.isEmpty
        return (console.hasOutputFailed || videoFailure != nil || files.failure != nil)
            && !hasAnswers && !hasVideo && !(hasFiles && files.failure == nil) && !choices.hasPreview
    }

    /// Begins a video, the operand at `index`, with about `expectedCount` frames; nil if their number is unknown.
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

    /// Writes the results for the last frame that the video has read.
    func append(_ hands: FrameRecord, _ palms: [PalmDetection]) {
        write(hands)
        summary.add(hands)
        guard let (index, video) = current else { return }
        let hiddenHands = hidden.hands(in: hands)
        // Make the image only when it is needed.
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

    /// Writes a result; as text only if the hands, their actions or their gestures have changed.
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

    /// Reports an input that could not be processed completely; `isCounted` if another report counts it.
    func report(_ message: String, source: String, isCounted: Bool = false) {
        if !isCounted { summary.addFailure() }
        format.report(message, source: source, console)
        files.append(failure: message)
    }

    private var isPreviewDue: Bool {
        choices.hasPreview && System.nanoseconds() - previewedAt > Self.previewInterval
    }

    /// The shortest time between previews in nanoseconds, because terminals are slow.
    private static let previewInterval: UInt64 = 60_000_000

    /// Ends the video. `isCut` means that it was cut short, so that its sound must be cut after the last frame.
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

    /// Finishes all outputs after the last video.
    func finish() throws {
        files.attempt {
            guard hasAnswers else { return }
            crops?.sum(in: &summary)
            try files.finish(in: &summary)
        }
        try summary.finish(console, after: files.failure)
    }
}

/// The hands to hide in the frames of a video: the present ones and, for a while, the previous ones, because tracking
/// may miss visible hands for moments.
struct HiddenHands {
    /// The time in milliseconds for which a missing hand stays hidden at its last position.
    private static let holdMilliseconds = 500

    private var last: [Int: (hand: HandResult, milliseconds: Int)] = [:]

    /// Returns the hands to hide in the next frame.
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

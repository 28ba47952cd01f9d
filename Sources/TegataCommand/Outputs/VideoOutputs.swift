import TegataHands
import TegataImages
import TegataReport
import TegataVideo

/// Where the answers for the frames of videos go. Used by one thread.
final class VideoOutputs {
    private let console: Console
    private let format: AnswerFormat
    private let choices: PictureChoices
    private let annotated: AnnotatedVideos?
    private let arrays: [LandmarkArrayFile]
    private let report: HandReport?
    /// Whether summaries are about gestures too; otherwise begins and ends of gestures are told.
    private let namesGestures: Bool

    private var current: (path: String, video: VideoReader)?
    /// Starts with the first frame, which tells the size.
    private var writer: VideoWriter?
    private var lastNames: [String]?
    private var previewedAt: UInt64 = 0

    init(_ arguments: Arguments, _ options: HandPipelineOptions, _ console: Console) throws(CommandError) {
        self.console = console
        choices = try PictureChoices(arguments, console)
        format = try AnswerFormat(arguments, annotatedPath: choices.annotatedPath)
        annotated = try choices.annotatedPath.map { path throws(CommandError) in
            try AnnotatedVideos(path, operands: arguments.operands)
        }
        arrays = try LandmarkArrayFile.files(arguments, handCount: options.maximumHandCount)
        report = try HandReport(arguments)
        namesGestures = options.gestures != nil && options.gestures?.events == nil
        guard arrays.isEmpty || arguments.operands.count == 1 else {
            throw .usage("--npy is for one video; write the arrays one by one")
        }
        format.begin(console)
    }

    /// Whether frames have their palms drawn.
    var drawsPalms: Bool { choices.hasBoxes }

    /// From now on frames are those of `video`.
    func begin(_ path: String, _ video: VideoReader) throws(CommandError) {
        current = (path, video)
        writer = nil
        lastNames = nil
        try orFailure { () throws(ImageFileError) in try report?.begin(source: path, kind: .video) }
    }

    /// Writes what was found in the frame that the video has read last.
    func append(_ hands: HandsOfPicture, _ palms: [PalmDetection]) throws(CommandError) {
        write(hands)
        for array in arrays { try array.append(hands.hands) }
        guard let (path, video) = current else { return }
        // Made when it is needed, which it may not be at all.
        lazy var picture = video.frame.rgbImage() ?? RGBImage(width: hands.width, height: hands.height)
        try orFailure { () throws(ImageFileError) in try report?.append(picture, hands) }
        if let annotated {
            if writer == nil { writer = try annotated.writer(for: path, video) }
            let drawn = choices.drawn(hands.hands, palms, in: picture)
            try orFailure { () throws(VideoError) in try writer?.append(drawn, timestampMs: video.frame.timestampMs) }
        }
        if isPreviewDue, let preview = choices.preview(hands.hands, palms, in: picture) {
            console.show(preview, replacing: true)
            previewedAt = System.nanoseconds()
        }
    }

    /// As text only when other hands are there than before, or hands show something else.
    private func write(_ hands: HandsOfPicture) {
        guard case .text = format else { return format.write(hands, console) }
        let names = namesGestures ? hands.namesWithGestures : hands.names
        if names != lastNames { console.print(hands.summary) }
        lastNames = names
        for line in hands.eventLines { console.print(line) }
    }

    private var isPreviewDue: Bool {
        choices.hasPreview && System.nanoseconds() - previewedAt > Self.previewInterval
    }

    /// Terminals are slow.
    private static let previewInterval: UInt64 = 60_000_000

    /// The video has ended.
    func end() throws(CommandError) {
        current = nil
        guard let writer else { return }
        self.writer = nil
        try orFailure { () throws(VideoError) in try writer.finish() }
    }

    /// All videos have ended.
    func finish() throws(CommandError) {
        for array in arrays { try array.finish() }
        try orFailure { () throws(ImageFileError) in try report?.finish() }
    }
}

import TegataBuffers
import TegataHands
import TegataImages
import TegataReport
import TegataSystem
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
    /// What ended the annotated video, or the files, before their time; answers go on.
    private var videoFailure: CommandError?
    private var fileFailure: CommandError?
    private var lastNames: [String]?
    private var previewedAt: UInt64 = 0

    init(_ arguments: Arguments, _ options: HandPipelineOptions, _ console: Console) throws(CommandError) {
        self.console = console
        choices = try PictureChoices(arguments, inputs: arguments.operands, console)
        format = try AnswerFormat(arguments, annotatedPath: choices.annotatedPath)
        annotated = try choices.annotatedPath.map { path throws(CommandError) in
            try AnnotatedVideos(
                path, operands: arguments.operands, frameLimit: arguments.value(of: TrackOption.frameCount))
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

    /// From now on frames are those of `video`, about so many.
    func begin(_ path: String, _ video: VideoReader, expectedCount: Int?) throws(CommandError) {
        current = (path, video)
        writer = nil
        videoFailure = nil
        lastNames = nil
        try orFailure { () throws(ImageFileError) in
            try report?.begin(source: path, kind: .video, expectedCount: expectedCount)
        }
    }

    /// Writes what was found in the frame that the video has read last.
    func append(_ hands: HandsOfPicture, _ palms: [PalmDetection]) {
        write(hands)
        guard let (path, video) = current else { return }
        // Made when it is needed, which it may not be at all.
        lazy var picture = video.frame.rgbImage() ?? RGBImage(width: hands.width, height: hands.height)
        if fileFailure == nil {
            do throws(CommandError) {
                for array in arrays { try array.append(hands.hands) }
                try orFailure { () throws(ImageFileError) in try report?.append(picture, hands) }
            } catch {
                fileFailure = error
            }
        }
        if let annotated, videoFailure == nil {
            do throws(CommandError) {
                if writer == nil { writer = try annotated.writer(for: path, video) }
                let drawn = choices.drawn(hands.hands, palms, in: picture)
                if let writer { try append(drawn, to: writer, milliseconds: video.frame.timestampMs) }
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

    private func append(_ picture: RGBImage, to writer: VideoWriter, milliseconds: Int) throws(CommandError) {
        do throws(VideoError) {
            try writer.append(picture, timestampMs: milliseconds)
        } catch {
            if choices.annotatedPath == "-", case .unwritable(.notWritable(code: let code)) = error.problem,
                SystemError(code: code).isBrokenPipe
            {
                Interruption.endAfterBrokenPipe()
            }
            throw .failure(error.description)
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

    /// Says what is wrong with a video.
    func report(_ message: String) {
        console.report(message)
        report?.append(failure: message)
    }

    /// The video has ended.
    func end() throws(CommandError) {
        current = nil
        if let videoFailure { throw videoFailure }
        guard let writer else { return }
        self.writer = nil
        try orFailure { () throws(VideoError) in try writer.finish() }
    }

    /// All videos have ended.
    func finish() throws(CommandError) {
        if let fileFailure { throw fileFailure }
        for array in arrays { try array.finish() }
        try orFailure { () throws(ImageFileError) in try report?.finish() }
    }
}

import TegataBuffers
import TegataHands
import TegataImages
import TegataRecords
import TegataReport
import TegataSystem
import TegataTool
import TegataVideo

/// The result outputs for video frames. Used by one thread only.
final class VideoOutputs {
    private let console: Console
    private let rendering: RenderOptions
    private var lines: VideoLines
    private var annotated: AnnotatedVideos?
    private let crops: HandCrops?
    private let files: ResultFiles
    private var summary: RunSummary
    /// For each operand, the first part of the names of single frames.
    private let stems: [String]
    private var current: (path: String, index: Int, video: VideoReader)?
    private var hidden = HiddenHands()
    private var previewedAt: UInt64 = 0

    init(_ arguments: Arguments, _ options: HandPipelineOptions, _ console: Console) throws {
        self.console = console
        var inputs = arguments.operands
        // List images only if files are written, because directories may contain a great many.
        if try OutputOption.areWritten(arguments) { inputs += inputs.flatMap(VideoReader.pictures) }
        rendering = try RenderOptions(
            arguments, inputs: inputs + arguments.modelFiles(gestures: options.gestures), console)
        lines = try VideoLines(arguments, options, annotatedPath: rendering.annotatedPath, console)
        guard !rendering.isTransparent else {
            throw .usage("--background transparent is for images; use --background black for videos")
        }
        annotated = try rendering.annotatedPath.map { path in
            try AnnotatedVideos(path, operands: arguments.operands, inputs: inputs, arguments, console)
        }
        let names = arguments.operands.map(PictureFiles.fileName)
        crops = try HandCrops(arguments, names: names, inputs: inputs)
        // Use the names of annotated videos.
        stems = OutputNames.stems(of: names.map { $0 == "-" ? "video" : $0 })
        files = try ResultFiles(arguments, handCount: options.videoHandLimit)
        summary = try RunSummary(.videos, inputCount: arguments.operands.count, arguments)
        guard !files.areOfOneVideo || arguments.operands.count == 1 else {
            throw .usage(
                "--npy, --world-npy, --gltf, --bvh and --report take only one video; write the files one by one")
        }
    }

    /// Whether an output has failed and no other output takes results. The summary does not count as one, because it
    /// only counts results.
    var hasNoReader: Bool {
        let hasVideo = annotated.map { $0.failure == nil } ?? false
        let hasFiles = (crops != nil || !files.isEmpty) && files.failure == nil
        return (console.hasOutputFailed || annotated?.failure != nil || files.failure != nil)
            && !lines.haveReader && !hasVideo && !hasFiles && !rendering.hasPreview
    }

    /// Whether an output shows images of the video.
    var needPictures: Bool { annotated != nil || crops != nil || files.havePictures || rendering.hasPreview }

    /// Begins a video, the operand at `index`, with about `expectedCount` frames, which is nil if unknown.
    func begin(_ path: String, at index: Int, _ video: VideoReader, expectedCount: Int?) throws {
        lines.beginVideo()
        annotated?.begin()
        current = (path, index, video)
        hidden = HiddenHands()
        try files.begin(source: path, kind: .video, expectedCount: expectedCount)
    }

    /// Takes images from another reader of the current video from now on.
    func readAgain(_ video: VideoReader) { current?.video = video }

    /// Writes the results for the last frame that the video has read.
    func append(_ hands: FrameRecord, _ palms: [PalmDetection]) {
        lines.write(hands)
        summary.add(hands)
        guard let (path, index, video) = current else { return }
        let hiddenHands = hidden.hands(in: hands)
        // Make the image only when it is needed.
        lazy var picture = rendering.shown(
            hiding: hiddenHands, in: video.frame.rgbImage() ?? RGBImage(width: hands.width, height: hands.height))
        files.attempt {
            try files.append(FoundHands(hands: hands, stem: stems[index], picture: { picture }))
            if let crops, !hands.hands.isEmpty {
                try crops.write(hands.hands, of: picture, at: index, frame: video.frame.index)
            }
        }
        annotated?.append(rendering.drawn(hands.hands, palms, in: picture), for: path, video)
        if isPreviewDue, let preview = rendering.preview(hands.hands, palms, in: picture) {
            console.show(preview, replacing: true)
            previewedAt = System.nanoseconds()
        }
    }

    /// Reports an input that could not be processed completely; `isCounted` means that another report counts it.
    func report(_ message: String, source: String, isCounted: Bool = false) {
        if !isCounted { summary.addFailure() }
        lines.report(message, source: source)
        files.append(failure: message)
    }

    private var isPreviewDue: Bool {
        rendering.hasPreview && System.nanoseconds() - previewedAt > Self.previewInterval
    }

    /// The shortest time between previews in nanoseconds, because terminals are slow.
    private static let previewInterval: UInt64 = 60_000_000

    /// Ends the video. `isCut` means that it was cut short, so its sound must be cut after the last frame.
    func end(isCut: Bool) throws {
        let path = current?.path ?? ""
        current = nil
        lines.endVideo()
        summary.endVideo()
        if let written = try annotated?.end(for: path, isCut: isCut) { summary.addFile(written) }
    }

    /// Finishes all outputs after the last video.
    func finish() throws {
        files.attempt {
            guard lines.haveBegun else { return }
            crops?.sum(in: &summary)
            try files.finish(in: &summary)
        }
        try summary.finish(console, after: files.failure)
    }
}

/// The hands to hide in the frames of a video: the current ones and, for a while, the previous ones, because tracking
/// may briefly lose visible hands.
struct HiddenHands {
    /// The time in milliseconds for which a missing hand stays hidden at its last position.
    private static let holdMilliseconds = 500

    private var last: [Int: (hand: HandResult, milliseconds: Int)] = [:]

    /// Returns the hands to hide in the next frame.
    mutating func hands(in record: FrameRecord) -> [HandResult] {
        guard let milliseconds = record.frame?.milliseconds else { return record.hands }
        let present = Set(record.hands.compactMap(\.identifier))
        last = last.filter { milliseconds - $1.milliseconds <= Self.holdMilliseconds }
        let missed = last.filter { !present.contains($0.key) }.sorted { $0.key < $1.key }.map(\.value.hand)
        for hand in record.hands {
            if let identifier = hand.identifier { last[identifier] = (hand, milliseconds) }
        }
        return record.hands + missed
    }
}

import TegataHands
import TegataImages
import TegataRecords
import TegataReport
import TegataTool

/// The result outputs for images. Used by one thread at a time.
final class ImageOutputs {
    let pictures: StillsPictures
    private let console: Console
    private let format: ConsoleFormat
    private let files: ResultFiles
    private var limit: HandLimit
    private var summary: RunSummary
    private var progress: Progress
    /// Whether an image could be read; otherwise there is nothing to write.
    private var hasBegun = false

    init(
        _ arguments: Arguments, _ options: HandPipelineOptions, _ entries: [PictureFiles.Entry], _ console: Console
    ) throws {
        self.console = console
        let inputs = entries.compactMap(\.path)
        let rendering = try RenderOptions(
            arguments, inputs: inputs + arguments.modelFiles(gestures: options.gestures), console)
        format = try ConsoleFormat(arguments, annotatedPath: rendering.annotatedPath)
        let annotated = try rendering.annotatedPath.map { path in
            try AnnotatedPictures(
                path, operands: arguments.operands, entries: entries, areTransparent: rendering.isTransparent,
                console)
        }
        files = try ResultFiles(arguments, handCount: options.maximumHandCount)
        let crops = try HandCrops(
            arguments, names: entries.map { $0.innerPath ?? $0.source }, inputs: inputs)
        pictures = StillsPictures(
            rendering: rendering, annotated: annotated, crops: crops, areReported: files.havePictures)
        limit = HandLimit(options.maximumHandCount)
        summary = try RunSummary(.pictures, inputCount: entries.count, arguments)
        progress = Progress("images", total: entries.count)
        try files.begin(
            source: arguments.operands.joined(separator: ", "), kind: .pictures, expectedCount: entries.count)
    }

    /// Adds the next result, in the order of the images.
    func append(_ result: StillResult) {
        if let hands = result.hands {
            if !hasBegun { format.begin(console) }
            hasBegun = true
            format.write(hands, remark: limit.remark(on: hands), console)
            summary.add(hands)
        }
        if let picture = result.preview { console.show(picture, replacing: false) }
        for message in result.failures {
            // If the image has a result, only one of its outputs failed, so JSON needs no error line.
            if result.hands == nil {
                format.report(message, source: result.source, console)
            } else {
                console.report(message)
            }
            files.append(failure: message)
        }
        if !result.failures.isEmpty { summary.addFailure() }
        files.attempt {
            try files.append(
                FoundHands(hands: result.hands, picture: result.reported.map { picture in { picture } }))
        }
        progress.advance(console)
    }

    /// Finishes the files, giving them their final names, and writes the summary.
    func finish() throws {
        console.clearStatus()
        files.attempt {
            guard hasBegun else { return }
            pictures.annotated?.sum(in: &summary)
            pictures.crops?.sum(in: &summary)
            try files.finish(in: &summary)
        }
        try summary.finish(console, after: files.failure)
    }
}

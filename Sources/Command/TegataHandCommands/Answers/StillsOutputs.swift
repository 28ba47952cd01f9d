import TegataAnswers
import TegataHands
import TegataImages
import TegataReport
import TegataTool

/// Where the answers for pictures go. Used by one thread at a time.
final class StillsOutputs {
    let pictures: StillsPictures
    private let console: Console
    private let format: AnswerFormat
    private let arrays: [LandmarkArrayFile]
    private let coco: COCOFile?
    private let report: HandReport?
    private let reportPath: String?
    private var limit: HandLimit
    private var summary: RunSummary
    private var progress: Progress
    /// Whether a picture could be read; otherwise there is nothing to write.
    private var hasAnswers = false
    /// What ended the files before their time.
    private var failure: CommandError?

    init(
        _ arguments: Arguments, _ options: HandPipelineOptions, _ entries: [PictureFiles.Entry], _ console: Console
    ) throws(CommandError) {
        self.console = console
        let inputs = entries.compactMap(\.path)
        let choices = try PictureChoices(
            arguments, inputs: inputs + arguments.modelFiles(gestures: options.gestures), console)
        format = try AnswerFormat(arguments, annotatedPath: choices.annotatedPath)
        let annotated = try choices.annotatedPath.map { path throws(CommandError) in
            try AnnotatedPictures(
                path, operands: arguments.operands, entries: entries, areTransparent: choices.isTransparent,
                console)
        }
        arrays = try LandmarkArrayFile.files(arguments, handCount: options.maximumHandCount)
        coco = try COCOFile(arguments)
        report = try HandReport(arguments)
        reportPath = try arguments.value(of: OutputOption.html)
        let crops = try HandCrops(
            arguments, names: entries.map { $0.innerPath ?? $0.source }, inputs: inputs)
        pictures = StillsPictures(
            choices: choices, annotated: annotated, crops: crops, areReported: report != nil)
        limit = HandLimit(options.maximumHandCount)
        summary = try RunSummary(.pictures, inputCount: entries.count, arguments)
        progress = Progress("pictures", total: entries.count)
        try orFailure { () throws(ImageFileError) in
            try report?.begin(
                source: arguments.operands.joined(separator: ", "), kind: .pictures, expectedCount: entries.count)
        }
    }

    /// Takes the next answer, in the order of the pictures.
    func append(_ answer: StillAnswer) {
        if let hands = answer.hands {
            if !hasAnswers { format.begin(console) }
            hasAnswers = true
            format.write(hands, remark: limit.remark(on: hands), console)
            summary.add(hands)
        }
        if let picture = answer.preview { console.show(picture, replacing: false) }
        for message in answer.failures {
            // Of a picture that was answered, something could not be written.
            if answer.hands == nil {
                format.report(message, source: answer.source, console)
            } else {
                console.report(message)
            }
            report?.append(failure: message)
        }
        if !answer.failures.isEmpty { summary.addFailure() }
        if failure == nil {
            do throws(CommandError) { try appendToFiles(answer) } catch { failure = error }
        }
        progress.advance(console)
    }

    private func appendToFiles(_ answer: StillAnswer) throws(CommandError) {
        // A picture that could not be read has its place there too.
        for array in arrays { try array.append(answer.hands?.hands ?? []) }
        if let hands = answer.hands { try coco?.append(hands) }
        guard let hands = answer.hands, let picture = answer.reported else { return }
        try orFailure { () throws(ImageFileError) in try report?.append(picture, hands) }
    }

    /// Gives the files their names.
    func finish() throws(CommandError) {
        console.clearStatus()
        var failure = self.failure
        if failure == nil, hasAnswers {
            do throws(CommandError) { try finishFiles() } catch { failure = error }
        }
        try summary.finish(console, after: failure)
    }

    private func finishFiles() throws(CommandError) {
        pictures.annotated?.sum(in: &summary)
        pictures.crops?.sum(in: &summary)
        for array in arrays {
            try array.finish()
            summary.addFile(array.path)
        }
        if let coco {
            try coco.finish()
            summary.addFile(coco.path)
        }
        try orFailure { () throws(ImageFileError) in try report?.finish() }
        if let reportPath { summary.addFile(reportPath) }
    }
}

import TegataHands
import TegataImages
import TegataReport

/// Where the answers for pictures go. Used by one thread at a time.
final class StillsOutputs {
    let pictures: StillsPictures
    private let console: Console
    private let format: AnswerFormat
    private let arrays: [LandmarkArrayFile]
    private let report: HandReport?
    private var progress: Progress
    /// What ended the files before their time.
    private var failure: CommandError?

    init(
        _ arguments: Arguments, _ options: HandPipelineOptions, _ entries: [PictureFiles.Entry], _ console: Console
    ) throws(CommandError) {
        self.console = console
        let choices = try PictureChoices(arguments, inputs: entries.compactMap(\.path), console)
        format = try AnswerFormat(arguments, annotatedPath: choices.annotatedPath)
        let annotated = try choices.annotatedPath.map { path throws(CommandError) in
            try AnnotatedPictures(path, operands: arguments.operands, entries: entries)
        }
        arrays = try LandmarkArrayFile.files(arguments, handCount: options.maximumHandCount)
        report = try HandReport(arguments)
        pictures = StillsPictures(choices: choices, annotated: annotated, areReported: report != nil)
        progress = Progress("pictures", total: entries.count)
        try orFailure { () throws(ImageFileError) in
            try report?.begin(
                source: arguments.operands.joined(separator: ", "), kind: .pictures, expectedCount: entries.count)
        }
    }

    /// Writes what goes before all answers.
    func begin() {
        format.begin(console)
    }

    /// Takes the next answer, in the order of the pictures.
    func append(_ answer: StillAnswer) {
        if let hands = answer.hands { format.write(hands, console) }
        if let picture = answer.preview { console.show(picture, replacing: false) }
        for message in answer.failures {
            console.report(message)
            report?.append(failure: message)
        }
        if failure == nil {
            do throws(CommandError) { try appendToFiles(answer) } catch { failure = error }
        }
        progress.advance(console)
    }

    private func appendToFiles(_ answer: StillAnswer) throws(CommandError) {
        // A picture that could not be read has its place there too.
        for array in arrays { try array.append(answer.hands?.hands ?? []) }
        guard let hands = answer.hands, let picture = answer.reported else { return }
        try orFailure { () throws(ImageFileError) in try report?.append(picture, hands) }
    }

    /// Gives the files their names.
    func finish() throws(CommandError) {
        console.clearStatus()
        if let failure { throw failure }
        for array in arrays { try array.finish() }
        try orFailure { () throws(ImageFileError) in try report?.finish() }
    }
}

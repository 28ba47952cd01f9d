import TegataHandCommands
import TegataSystem
import TegataTool
import TegataTrainingData

/// Data sets with what was found in them, and what is told of them on the way.
struct ReadData {
    let extracted: ExtractedDataSet

    var labels: [String] { extracted.dataSet.labels }

    /// Looks for the hands of `dataSet`, unless all of it is points already.
    init(
        _ dataSet: DataSet, for purpose: KeyPointOptions.Purpose, includingEmbeddings: Bool, named name: String,
        _ arguments: Arguments, _ console: Console
    ) throws {
        var found = try Self.extracted(
            dataSet, for: purpose, includingEmbeddings: includingEmbeddings, named: name, arguments, console)
        if case .training = purpose { found.notices += found.trainingNotices }
        extracted = found
    }

    private static func extracted(
        _ dataSet: DataSet, for purpose: KeyPointOptions.Purpose, includingEmbeddings: Bool, named name: String,
        _ arguments: Arguments, _ console: Console
    ) throws -> ExtractedDataSet {
        if let extracted = ExtractedDataSet(pointsOf: dataSet) { return extracted }
        var options = try KeyPointOptions(arguments, for: purpose)
        // A bundle's classifier, which MediaPipe reads too, is judged by the points that MediaPipe finds.
        if case .judging = purpose { options.refinesStills = !includingEmbeddings }
        let bundle = try arguments.bundle(hasGestures: includingEmbeddings)
        var progress = Progress(name, total: dataSet.items.count)
        var (done, total) = (0, dataSet.items.count)
        do {
            let extractor = try KeyPointExtractor(
                bundle: bundle, includingEmbeddings: includingEmbeddings, options: options)
            let found = try extractor.extract(dataSet) { step in
                (done, total) = (step.done, step.total)
                progress.advance(to: step.done, console)
                return !Interruption.isRequested
            }
            console.clearStatus()
            return found
        } catch {
            console.clearStatus()
            guard case .cancelled = error else { throw .failure(error.description) }
            Interruption.noteRecordingWasCut()
            let kept = options.cacheFolder == nil ? "" : "; the hands found so far are kept for the next time"
            throw .failure("\(name): interrupted after \(done) of \(total), and nothing was written\(kept)")
        }
    }

    /// Tells what was left out: as failures where an input could not be read, and otherwise to people.
    func tellNotices(_ console: Console) {
        var counts: [String: Int] = [:]
        for notice in extracted.notices {
            let kind = notice.kindName
            counts[kind, default: 0] += 1
            guard counts[kind, default: 0] <= Self.mostOfAKind else { continue }
            if notice.isFailure { console.report(notice.description) } else { console.warn(notice.description) }
        }
        for (kind, count) in counts.sorted(by: { $0.key < $1.key }) where count > Self.mostOfAKind {
            console.warn("and \(count - Self.mostOfAKind) more: \(kind); the page of --html lists all")
        }
    }

    private static let mostOfAKind = 8
}

extension DataNotice {
    /// Whether something that was named could not be used.
    fileprivate var isFailure: Bool {
        switch self {
        case .unreadable, .mediaMissing, .pictureMissing, .rowSkipped, .timeOutside, .labelNotText: true
        default: false
        }
    }

    /// What notices of this kind are about.
    fileprivate var kindName: String {
        switch self {
        case .emptyClass: "classes without anything that can be read"
        case .fileSkipped: "files that are left out"
        case .unreadable: "files that cannot be read"
        case .noHand: "pictures without a hand"
        case .handNotMatched: "pictures without the hand that has the label"
        case .mediaMissing: "rows whose file is not there"
        case .pictureMissing: "entries whose picture is not there"
        case .rowSkipped: "rows that cannot be used"
        case .timeOutside: "rows with times outside their video"
        case .labelCleaned: "labels that were changed"
        case .labelNotText: "names that are no text"
        case .labelsAlike: "labels that differ in their case only"
        case .twoHandedSkipped: "labels for two hands"
        case .twoLabels: "pictures with two labels"
        case .fewExamples: "classes with few examples"
        case .classNotLearnt, .classNotTrained: "classes that are left out"
        case .nearDuplicates: "pictures that are nearly the same"
        case .cacheNotWritten: "folders that cannot keep key points"
        case .other: "other notes"
        }
    }
}

import TegataHandCommands
import TegataSystem
import TegataTool
import TegataTrainingData

/// A data set with the hands found in it, and its notices.
struct ReadData {
    let extracted: ExtractedDataSet

    var labels: [String] { extracted.dataSet.labels }

    /// Detects the hands in `dataSet`, unless all its examples are already landmarks.
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
        // Do not refine, because MediaPipe also reads a bundle's classifier and finds unrefined landmarks.
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
            let kept = options.cacheFolder == nil ? "" : "; the hands found so far are cached for the next run"
            throw .failure("\(name): interrupted after \(done) of \(total), and nothing was written\(kept)")
        }
    }

    /// Reports the notices: unreadable inputs as failures, and all others as warnings.
    func tellNotices(_ console: Console) {
        var counts: [String: Int] = [:]
        for notice in extracted.notices {
            let kind = notice.kindName
            counts[kind, default: 0] += 1
            guard counts[kind, default: 0] <= Self.mostOfAKind else { continue }
            if notice.isFailure { console.report(notice.description) } else { console.warn(notice.description) }
        }
        for (kind, count) in counts.sorted(by: { $0.key < $1.key }) where count > Self.mostOfAKind {
            console.warn("and \(count - Self.mostOfAKind) more: \(kind); use --html to list them all")
        }
    }

    private static let mostOfAKind = 8
}

extension DataNotice {
    /// Whether an input that the user specified could not be used.
    fileprivate var isFailure: Bool {
        switch self {
        case .unreadable, .mediaMissing, .pictureMissing, .rowSkipped, .timeOutside, .labelNotText: true
        default: false
        }
    }

    /// The subject of notices of this kind, in the plural.
    fileprivate var kindName: String {
        switch self {
        case .emptyClass: "classes without readable examples"
        case .fileSkipped: "skipped files"
        case .unreadable: "unreadable files"
        case .noHand: "images without a hand"
        case .handNotMatched: "images without the labelled hand"
        case .mediaMissing: "rows whose file is missing"
        case .pictureMissing: "entries whose image is missing"
        case .rowSkipped: "unusable rows"
        case .timeOutside: "rows with times outside their video"
        case .labelCleaned: "labels that were changed"
        case .labelNotText: "names that are not text"
        case .labelsAlike: "labels that differ only in case"
        case .twoHandedSkipped: "labels for two hands"
        case .twoLabels: "images with two labels"
        case .fewExamples: "classes with few examples"
        case .classNotLearnt, .classNotTrained: "skipped classes"
        case .nearDuplicates: "near-duplicate images"
        case .cacheNotWritten: "directories that cannot cache landmarks"
        case .other: "other notes"
        }
    }
}

import Synchronization
import TegataBuffers
import TegataHands
import TegataInference

/// How hands are looked for in a data set.
package struct KeyPointOptions: Sendable, Equatable {
    /// The most hands of a picture or frame.
    package var maximumHandCount = 2
    /// Whether a labelled picture in which no hand is found is looked at once more, harder.
    package var searchesHarder = true
    /// Whether each hand of a picture is looked at a second time, in a crop made of its points, as in videos; MediaPipe
    /// does not do so in pictures.
    package var refinesStills = true
    /// Up to how many pictures each hand is also looked at in other crops and in a mirror, which training profits from;
    /// larger data sets vary enough by themselves. 0 to evaluate.
    package var viewLimit = 500
    /// How many pictures and clips are looked at at the same time; the result is the same for every number.
    package var threadCount = 1
    /// Where what was found is kept; nil to keep nothing.
    package var cacheFolder: String? = KeyPointCache.usualFolder

    /// What hands are looked for.
    package enum Purpose: Sendable {
        case training
        /// Once, as those do who use a classifier.
        case judging
    }

    package init(for purpose: Purpose = .training) {
        if case .judging = purpose { viewLimit = 0 }
    }
}

/// Finds the hands of a data set's pictures and clips.
///
/// The same files, bundle and options give the same hands for every number of threads, kept ones or not.
package struct KeyPointExtractor: Sendable {
    package let options: KeyPointOptions
    private let networks: HandNetworks
    /// What results depend on besides the files: the bundle and the program.
    private let model: String

    /// Changes when hands are found in another way.
    private static let generation = 1

    /// Loads the networks of the bundle at `path`; with `includingEmbeddings` it must be one for gestures, such as
    /// `gesture_recognizer.task`, and every hand of a picture gets its 128 numbers.
    package init(
        bundle path: String, includingEmbeddings: Bool = false, options: KeyPointOptions = KeyPointOptions()
    ) throws(KeyPointExtractionError) {
        self.options = options
        do throws(TegataError) {
            let bytes = try Bytes(mappingFileAt: path)
            networks = try HandNetworks(bundle: bytes, file: path, includingGestures: includingEmbeddings)
            model = "\(sha256(bytes)) \(includingEmbeddings) \(Version.number) \(Self.generation)"
        } catch { throw .networks(error) }
    }

    /// Looks at all items of `dataSet`. `progress` is called in the order of the files, by one thread at a time, and
    /// returns whether to go on; what cannot be read becomes a notice.
    package func extract(
        _ dataSet: DataSet, progress: @escaping (ExtractionProgress) -> Bool = { _ in true }
    ) throws(KeyPointExtractionError) -> ExtractedDataSet {
        let (jobs, places) = ExtractionJob.jobs(of: dataSet, options)
        let cancellation = Cancellation()
        let cache = options.cacheFolder.map { KeyPointCache(folder: $0) }
        let threadCount = max(1, min(options.threadCount, jobs.count))
        var workers: [ExtractionWorker] = []
        for _ in 0..<threadCount {
            do throws(TegataError) {
                let finder = try RobustHandDetector(networks, options)
                workers.append(
                    ExtractionWorker(finder, cache: cache, model: model, options: options) { cancellation.isSet })
            } catch { throw .networks(error) }
        }
        var outcomes: [ExtractionWorker.Outcome] = []
        var done = ExtractionProgress(done: 0, total: jobs.count, cached: 0)
        let team = workers
        inOrder(jobs, threads: threadCount) { thread, job in
            team[thread].outcome(job)
        } deliver: { outcome in
            outcomes.append(outcome)
            guard !cancellation.isSet else { return }
            done.done += 1
            done.cached += outcome.isCached ? 1 : 0
            if !progress(done) { cancellation.set() }
        }
        guard !cancellation.isSet else { throw .cancelled }
        return Extraction(dataSet: dataSet, outcomes: outcomes, places: places).result
    }
}

/// Whether somebody wants no more.
private final class Cancellation: Sendable {
    private let flag = Atomic<Bool>(false)

    var isSet: Bool { flag.load(ordering: .relaxed) }

    func set() { flag.store(true, ordering: .relaxed) }
}

/// How far an extraction is.
package struct ExtractionProgress: Sendable, Equatable {
    /// How many items are done, of how many.
    package var done: Int
    package var total: Int
    /// How many of those that are done were known from before.
    package var cached: Int

    package init(done: Int, total: Int, cached: Int) {
        self.done = done
        self.total = total
        self.cached = cached
    }
}

/// Why key points could not be looked for at all.
package enum KeyPointExtractionError: Error, Sendable, CustomStringConvertible {
    /// The bundle cannot be read or has not the networks that are needed.
    case networks(TegataError)
    /// Whoever watched the progress wanted no more.
    case cancelled

    package var description: String {
        switch self {
        case .networks(let error): error.description
        case .cancelled: "looking for hands was cancelled"
        }
    }
}

import Synchronization
import TegataBuffers
import TegataHands
import TegataInference

/// The options for finding hands in a data set.
package struct KeyPointOptions: Sendable, Equatable {
    /// The maximum number of hands in an image or frame.
    package var maximumHandCount = HandPipelineOptions.usualHandCount
    /// Whether a labelled image in which no hand was detected is searched again, more thoroughly.
    package var searchesHarder = true
    /// Whether the landmarks of each hand in an image are refined in a second crop, as in videos; MediaPipe does this
    /// only in videos.
    package var refinesStills = true
    /// The maximum number of images for which hands are also processed in other crops and a mirror image, which helps
    /// small data sets; 0 for evaluation.
    package var viewLimit = 500
    /// The number of images and clips processed at once; the result does not depend on it.
    package var threadCount = 1
    /// The directory for cached results; nil to cache nothing.
    package var cacheFolder: String? = KeyPointCache.usualFolder

    /// The purpose of the extraction.
    package enum Purpose: Sendable {
        case training
        /// Evaluation: hands are found once, as they are when a classifier is used.
        case judging
    }

    package init(for purpose: Purpose = .training) {
        if case .judging = purpose { viewLimit = 0 }
    }
}

/// Finds the hands in a data set's images and clips.
///
/// For the same files, bundle and options, the hands do not depend on the number of threads or the cache.
package struct KeyPointExtractor: Sendable {
    package let options: KeyPointOptions
    private let networks: HandNetworks
    /// Identifies the bundle and the program, because results depend on both.
    private let model: String

    /// Increase this number when the way in which hands are found changes, so that older cache entries are ignored.
    private static let generation = 1

    /// Loads the networks of the bundle at `path`. With `includingEmbeddings`, it must be a gesture bundle such as
    /// `gesture_recognizer.task`, and every hand in an image gets a 128-number embedding.
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

    /// Processes all items of `dataSet`; files that cannot be read become notices.
    ///
    /// `progress` is called in the order of the files, by one thread at a time, and returns whether to continue.
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

/// A flag that cancels the extraction.
private final class Cancellation: Sendable {
    private let flag = Atomic<Bool>(false)

    var isSet: Bool { flag.load(ordering: .relaxed) }

    func set() { flag.store(true, ordering: .relaxed) }
}

/// The progress of an extraction.
package struct ExtractionProgress: Sendable, Equatable {
    /// The number of finished items, and the total number.
    package var done: Int
    package var total: Int
    /// The number of finished items that came from the cache.
    package var cached: Int

    package init(done: Int, total: Int, cached: Int) {
        self.done = done
        self.total = total
        self.cached = cached
    }
}

/// A reason why hands could not be found at all.
package enum KeyPointExtractionError: Error, Sendable, CustomStringConvertible {
    /// The bundle cannot be read or lacks a required network.
    case networks(TegataError)
    /// The progress callback cancelled the extraction.
    case cancelled

    package var description: String {
        switch self {
        case .networks(let error): error.description
        case .cancelled: "the search for hands was cancelled"
        }
    }
}

import TegataBuffers
import TegataImages
import TegataInference
import TegataSystem
import TegataVideo

/// The pipelines and buffers of a thread that processes jobs. Not safe to use from several threads at once.
final class ExtractionWorker: @unchecked Sendable {
    private let finder: RobustHandDetector
    private let cache: KeyPointCache?
    private let model: String
    private let options: KeyPointOptions
    private let isCancelled: @Sendable () -> Bool

    /// The outcome of a job.
    struct Outcome: Sendable {
        var found: FoundFrames?
        /// The reason why there is no result; nil if there is one.
        var problem: String?
        var isCached = false
        /// The reason why the result could not be cached; nil if there was no problem.
        var cacheProblem: FileError?
    }

    init(
        _ finder: RobustHandDetector, cache: KeyPointCache?, model: String, options: KeyPointOptions,
        isCancelled: @escaping @Sendable () -> Bool
    ) {
        self.finder = finder
        self.cache = cache
        self.model = model
        self.options = options
        self.isCancelled = isCancelled
    }

    func outcome(_ job: ExtractionJob) -> Outcome {
        guard !isCancelled() else { return Outcome() }
        switch job.subject {
        case .picture(let path): return picture(path, job)
        case .clip(let clip): return self.clip(clip, job)
        }
    }

    private func picture(_ path: String, _ job: ExtractionJob) -> Outcome {
        let bytes: Bytes
        do throws(ImageFileError) { bytes = try RGBImage.bytes(ofFileAt: path, acceptingPipes: false) } catch {
            return Outcome(problem: error.description)
        }
        return kept(job, contentHash: cache == nil ? "" : sha256(bytes)) { () throws(Failure) in
            let picture: RGBImage
            do throws(ImageFileError) { picture = try RGBImage(decoding: bytes, file: path) } catch {
                throw Failure(text: error.description)
            }
            do throws(TegataError) {
                return FoundFrames(frames: [try hands(in: picture, job).map { .init(hand: $0, identifier: 0) }])
            } catch { throw Failure(text: "\(path): \(error.description)") }
        }
    }

    private func hands(in picture: RGBImage, _ job: ExtractionJob) throws(TegataError) -> [ExtractedHand] {
        var hands = try finder.hands(in: picture)
        if hands.isEmpty, job.searchesHarder { hands = try finder.handsLookingHarder(in: picture) }
        for box in job.boxes where HandChoice.chosen(hands, for: PictureItem(path: "", box: box)) == nil {
            let found = try finder.hands(around: box, in: picture)
            if let chosen = HandChoice.chosen(found, for: PictureItem(path: "", box: box)) {
                hands.append(found[chosen])
            }
        }
        guard job.findsViews else { return hands }
        for index in hands.indices { hands[index].views = try finder.views(of: hands[index], in: picture) }
        return hands
    }

    private func clip(_ clip: ClipItem, _ job: ExtractionJob) -> Outcome {
        var hash = ""
        if cache != nil {
            do throws(FileError) {
                hash =
                    FileTree.isFolder(clip.path) ? try ContentHash.folder(clip.path) : try ContentHash.file(clip.path)
            } catch { return Outcome(problem: error.description) }
        }
        return kept(job, contentHash: hash) { () throws(Failure) in
            do throws(ClipFinder.Problem) {
                return try ClipFinder(clip: clip).frames(finder, isCancelled: isCancelled)
            } catch { throw Failure(text: error.description(of: clip)) }
        }
    }

    private struct Failure: Error {
        let text: String
    }

    /// Returns the cached result of a job, or else the result of `find`, which it caches.
    private func kept(
        _ job: ExtractionJob, contentHash: String, _ find: () throws(Failure) -> FoundFrames
    ) -> Outcome {
        let key = job.key(contentHash: contentHash, model: model, options: options)
        if let found = cache?.frames(key) { return Outcome(found: found, isCached: true) }
        do throws(Failure) {
            var outcome = Outcome(found: try find())
            // Do not cache a cancelled job, because its result is incomplete.
            guard let cache, let found = outcome.found, !isCancelled() else { return outcome }
            do throws(FileError) { try cache.keep(found, key) } catch { outcome.cacheProblem = error }
            return outcome
        } catch { return Outcome(problem: error.text) }
    }
}

extension ClipFinder.Problem {
    func description(of clip: ClipItem) -> String {
        switch self {
        case .video(let error): error.description
        case .pipeline(let error): "\(clip.path): \(error.description)"
        }
    }
}

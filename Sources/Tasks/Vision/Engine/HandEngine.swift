import Foundation
import TegataBuffers
import TegataHands
import TegataInference
import TegataModelSearch

/// The networks of the process, loaded when the first request needs them, and idle pipelines that run them.
final class HandEngine: @unchecked Sendable {
    static let shared = HandEngine()

    /// A pipeline for a maximum number of hands and a kind of search. It belongs to one thread at a time.
    final class Pipeline: @unchecked Sendable {
        let pipeline: HandPipeline
        fileprivate let handCount: Int
        fileprivate let isThorough: Bool
        /// The generation of the networks that the pipeline runs.
        fileprivate let generation: Int

        fileprivate init(_ pipeline: HandPipeline, for search: HandSearch, generation: Int) {
            self.pipeline = pipeline
            handCount = search.handCount
            isThorough = search.isThorough
            self.generation = generation
        }
    }

    private static let bundle = "hand_landmarker.task"

    private let lock = NSLock()
    private var networks: HandNetworks?
    /// The directory that the program had chosen when the networks were loaded.
    private var folder: String?
    private var generation = 0
    private var idle: [Pipeline] = []
    private let idleLimit = max(2, ProcessInfo.processInfo.activeProcessorCount)

    /// Returns a pipeline for this search, which belongs to the caller until ``giveBack(_:)``.
    func borrow(for search: HandSearch) throws -> Pipeline {
        let (networks, generation, waiting) = try lock.withLock {
            let networks = try currentNetworks()
            let index = idle.lastIndex { $0.handCount == search.handCount && $0.isThorough == search.isThorough }
            return (networks, self.generation, index.map { idle.remove(at: $0) })
        }
        if let waiting { return waiting }
        var options = HandPipelineOptions()
        options.maximumHandCount = search.handCount
        options.tracking.prefersLargeHands = true
        if search.isThorough { options.search.area = .thorough }
        let pipeline = try HandPipeline(networks, options: options, team: ThreadTeam())
        return Pipeline(pipeline, for: search, generation: generation)
    }

    /// Returns a pipeline to the set of idle ones.
    func giveBack(_ pipeline: Pipeline) {
        pipeline.pipeline.resetTracking()
        // Release pipelines outside the lock, because that also ends their threads.
        let ending: Pipeline? = lock.withLock {
            guard pipeline.generation == generation else { return pipeline }
            idle.append(pipeline)
            return idle.count > idleLimit ? idle.removeFirst() : nil
        }
        withExtendedLifetime(ending) {}
    }

    /// Returns the hands in a single image.
    func detect(_ picture: Picture, _ search: HandSearch) throws -> [DetectedHand] {
        try picture.withView { view, turn in
            let pipeline = try borrow(for: search)
            defer { giveBack(pipeline) }
            let frame = search.frame(turn)
            return try pipeline.pipeline.detect(view, frame: frame).hands.detected(turn, view)
        }
    }

    /// Returns the current networks. The caller must hold the lock, so that they are loaded only once.
    private func currentNetworks() throws -> HandNetworks {
        let chosen = ModelSearch.ownFolder
        if let networks, chosen == folder { return networks }
        let folders = ModelSearch.folders(resources: Self.resourceFolders)
        guard let path = ModelSearch.path(of: Self.bundle, in: folders) else {
            throw VisionFailure(
                .invalidModel,
                ModelSearch.missing(Self.bundle, in: folders, otherwise: "set VisionModels.folder to that directory"))
        }
        let loaded = try HandNetworks(bundle: Bytes(mappingFileAt: path), file: path)
        networks = loaded
        folder = chosen
        generation += 1
        idle.removeAll()
        return loaded
    }

    /// The directories that hold the resources of the program and its packages.
    private static var resourceFolders: [String] {
        Bundle.main.resourcePath.map { [$0] } ?? []
    }
}

extension [HandResult] {
    /// Returns the hands in the coordinates that both APIs use, largest first.
    func detected(_ turn: Turn, _ view: ImageView) throws -> [DetectedHand] {
        let (width, height) = turn.swapsSides ? (view.height, view.width) : (view.width, view.height)
        var hands: [(size: Double, hand: DetectedHand)] = []
        for result in self {
            let hand = try DetectedHand(result, width: width, height: height)
            hands.append((hand.size, hand))
        }
        hands.sort { $0.size > $1.size }
        return hands.map(\.hand)
    }
}

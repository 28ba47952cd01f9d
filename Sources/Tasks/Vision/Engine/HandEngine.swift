import Foundation
import TegataBuffers
import TegataHands
import TegataInference
import TegataModelSearch

/// The networks of the process, which are loaded when the first request needs them, and pipelines over them that nobody
/// uses at the moment.
final class HandEngine: @unchecked Sendable {
    static let shared = HandEngine()

    /// A pipeline for so many hands. It belongs to one thread at a time.
    final class Pipeline: @unchecked Sendable {
        let pipeline: HandPipeline
        fileprivate let handCount: Int
        /// Of the networks that it runs.
        fileprivate let generation: Int

        fileprivate init(_ pipeline: HandPipeline, handCount: Int, generation: Int) {
            self.pipeline = pipeline
            self.handCount = handCount
            self.generation = generation
        }
    }

    private static let bundle = "hand_landmarker.task"

    private let lock = NSLock()
    private var networks: HandNetworks?
    /// The folder that the program had chosen when the networks were loaded.
    private var folder: String?
    private var generation = 0
    private var idle: [Pipeline] = []
    private let idleLimit = max(2, ProcessInfo.processInfo.activeProcessorCount)

    /// A pipeline for `handCount` hands, which is the caller's until ``giveBack(_:)``.
    func borrow(handCount: Int) throws -> Pipeline {
        let (networks, generation, waiting) = try lock.withLock {
            let networks = try currentNetworks()
            let index = idle.lastIndex { $0.handCount == handCount }
            return (networks, self.generation, index.map { idle.remove(at: $0) })
        }
        if let waiting { return waiting }
        var options = HandPipelineOptions()
        options.maximumHandCount = handCount
        options.tracking.prefersLargeHands = true
        let pipeline = try HandPipeline(networks, options: options, team: ThreadTeam())
        return Pipeline(pipeline, handCount: handCount, generation: generation)
    }

    /// Lets others use a pipeline again.
    func giveBack(_ pipeline: Pipeline) {
        pipeline.pipeline.resetTracking()
        // Pipelines end outside the lock, with their threads.
        let ending: Pipeline? = lock.withLock {
            guard pipeline.generation == generation else { return pipeline }
            idle.append(pipeline)
            return idle.count > idleLimit ? idle.removeFirst() : nil
        }
        withExtendedLifetime(ending) {}
    }

    /// The hands of a single picture.
    func detect(_ picture: Picture, _ search: HandSearch) throws -> [DetectedHand] {
        try picture.withView { view, turn in
            let pipeline = try borrow(handCount: search.handCount)
            defer { giveBack(pipeline) }
            let frame = search.frame(turn)
            return try pipeline.pipeline.detect(view, frame: frame).hands.detected(turn, view)
        }
    }

    /// Called with the lock held, so that the networks are loaded once.
    private func currentNetworks() throws -> HandNetworks {
        let chosen = ModelSearch.ownFolder
        if let networks, chosen == folder { return networks }
        let folders = ModelSearch.folders(resources: Self.resourceFolders)
        guard let path = ModelSearch.path(of: Self.bundle, in: folders) else {
            throw VisionFailure(
                .invalidModel,
                ModelSearch.missing(Self.bundle, in: folders, otherwise: "choose a folder: VisionModels.folder"))
        }
        let loaded = try HandNetworks(bundle: Bytes(mappingFileAt: path), file: path)
        networks = loaded
        folder = chosen
        generation += 1
        idle.removeAll()
        return loaded
    }

    /// Where the resources of the program and its packages are.
    private static var resourceFolders: [String] {
        Bundle.main.resourcePath.map { [$0] } ?? []
    }
}

extension [HandResult] {
    /// The hands in the coordinates of both APIs, the largest first.
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

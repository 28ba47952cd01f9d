import Foundation
import TegataHands

/// The state that is kept from one image to the next: one video for each combination of settings. Calls may come from
/// any thread and take turns.
final class HandSequence: @unchecked Sendable {
    /// The settings that all images of one video share.
    fileprivate struct Key: Hashable {
        var search: HandSearch
        var turn: Turn
        var width: Int
        var height: Int
    }

    fileprivate struct Video {
        var key: Key
        var pipeline: HandEngine.Pipeline
        var imageCount = 0
        var handCount = 0
    }

    /// Programs normally use one or two requests; the limit keeps others from filling up memory.
    private static let videoLimit = 4

    private let lock = NSLock()
    /// In the order of use, the most recent last.
    private var videos: [Video] = []

    deinit {
        for video in videos { HandEngine.shared.giveBack(video.pipeline) }
    }

    /// Returns the hands in the next image.
    func detect(_ picture: Picture, _ search: HandSearch) throws -> [DetectedHand] {
        try picture.withView { view, turn in
            try lock.withLock {
                let key = Key(search: search, turn: turn, width: view.width, height: view.height)
                var video = try takeVideo(key)
                defer { videos.append(video) }
                let frame = search.frame(turn)
                var hands = try video.next(view, frame)
                if hands.count < video.handCount {
                    // A hand was lost, so this may be another scene: search the whole image.
                    video.pipeline.pipeline.resetTracking()
                    hands = try video.next(view, frame)
                }
                video.handCount = hands.count
                return try hands.detected(turn, view)
            }
        }
    }

    private func takeVideo(_ key: Key) throws -> Video {
        if let index = videos.firstIndex(where: { $0.key == key }) { return videos.remove(at: index) }
        if videos.count >= Self.videoLimit { HandEngine.shared.giveBack(videos.removeFirst().pipeline) }
        return Video(key: key, pipeline: try HandEngine.shared.borrow(for: key.search))
    }
}

extension HandSequence.Video {
    /// Times only have to increase, because no requested result depends on the intervals between them.
    fileprivate mutating func next(_ view: ImageView, _ frame: FrameOptions) throws -> [HandResult] {
        imageCount += 1
        return try pipeline.pipeline.track(view, milliseconds: imageCount, frame: frame).hands
    }
}

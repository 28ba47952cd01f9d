import TegataBuffers

/// What is kept from one frame of a video to the next.
struct VideoState {
    var milliseconds: Milliseconds?
    /// Where the last frame's hands are now.
    var rectangles: [HandRectangle] = []
    var framesSinceDetection = Int.max / 2
    var hasLostHand = false
    var tiles = TileSchedule()
    var tracks = HandTracks()
    private var placement = FramePlacement()
    private var framesWithoutTimestamp: Milliseconds = 0

    /// Whether new hands are looked for in this frame.
    func isDetectionDue(_ interval: Int) -> Bool { hasLostHand || framesSinceDetection >= interval }

    /// The timestamp of a next frame that has none.
    var ownMilliseconds: Milliseconds {
        let own = (framesWithoutTimestamp + 1) * 33_333 / 1000
        guard let milliseconds, milliseconds >= own else { return own }
        let (next, overflow) = milliseconds.addingReportingOverflow(33)
        return overflow ? .max : next
    }

    /// A frame had that timestamp.
    mutating func countOwnTimestamp() { framesWithoutTimestamp += 1 }

    /// Rectangles are fractions of the part that is looked at; when that changes, they stay where they are in the
    /// picture.
    mutating func move(to new: FramePlacement) {
        guard new != placement else { return }
        for index in rectangles.indices { rectangles[index] = new.inner(placement.outer(rectangles[index])) }
        placement = new
    }

    mutating func reserveCapacity(_ count: Int, followsHands: Bool) {
        rectangles.reserveCapacity(count)
        if followsHands { tracks.reserveCapacity(count) }
    }

    mutating func reset() {
        milliseconds = nil
        rectangles.removeAll(keepingCapacity: true)
        framesSinceDetection = Int.max / 2
        hasLostHand = false
        tiles.restart()
        tracks.removeAll()
    }
}

import TegataBuffers

/// The state kept from one frame of a video to the next.
struct VideoState {
    var milliseconds: Milliseconds?
    /// The regions in which the last frame's hands are expected.
    var rectangles: [HandRectangle] = []
    var framesSinceDetection = Int.max / 2
    var hasLostHand = false
    var tiles = TileSchedule()
    var tracks = HandTracks()
    private var placement = FramePlacement()
    private var framesWithoutTimestamp: Milliseconds = 0

    /// Returns whether this frame should be searched for new hands.
    func isDetectionDue(_ interval: Int) -> Bool { hasLostHand || framesSinceDetection >= interval }

    /// The timestamp for a next frame without one.
    var ownMilliseconds: Milliseconds {
        let own = (framesWithoutTimestamp + 1) * 33_333 / 1000
        guard let milliseconds, milliseconds >= own else { return own }
        let (next, overflow) = milliseconds.addingReportingOverflow(33)
        return overflow ? .max : next
    }

    /// Counts a frame that got its timestamp from ``ownMilliseconds``.
    mutating func countOwnTimestamp() { framesWithoutTimestamp += 1 }

    /// Rectangles are fractions of the processed part; if the part changes, this keeps their place in the image.
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

import TegataBuffers

/// The state carried over from one video frame to the next.
struct VideoState {
    var milliseconds: Milliseconds?
    /// The regions in which the previous frame's hands are expected.
    var rectangles: [HandRectangle] = []
    private var framesSinceSearch = Int.max / 2
    private var lastSearch: Milliseconds?
    var hasLostHand = false
    var tiles = TileSchedule()
    var views = ViewTurns()
    var tracks = HandTracks()
    private var placement = FramePlacement()
    private var framesWithoutTimestamp: Milliseconds = 0

    /// Returns whether a frame should be searched for new hands.
    func isSearchDue(_ options: TrackingOptions, at milliseconds: Milliseconds) -> Bool {
        if hasLostHand { return true }
        guard framesSinceSearch >= options.detectionInterval else { return false }
        return lastSearch.map { milliseconds >= $0.clampedSum(with: options.searchPeriodMilliseconds) } ?? true
    }

    /// Records a frame, and whether it was searched.
    mutating func note(_ milliseconds: Milliseconds, isSearched: Bool) {
        self.milliseconds = milliseconds
        framesSinceSearch = (isSearched ? 0 : framesSinceSearch) + 1
        if isSearched { lastSearch = milliseconds }
    }

    /// The timestamp to use if the next frame has none.
    var ownMilliseconds: Milliseconds {
        let own = (framesWithoutTimestamp + 1) * 33_333 / 1000
        guard let milliseconds, milliseconds >= own else { return own }
        let (next, overflow) = milliseconds.addingReportingOverflow(33)
        return overflow ? .max : next
    }

    /// Counts a frame that was given its timestamp by ``ownMilliseconds``.
    mutating func countOwnTimestamp() { framesWithoutTimestamp += 1 }

    /// Rectangles are fractions of the processed part; if that part changes, this preserves their place in the image.
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
        framesSinceSearch = Int.max / 2
        lastSearch = nil
        hasLostHand = false
        tiles.restart()
        views = ViewTurns()
        tracks.removeAll()
    }
}

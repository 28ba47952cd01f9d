/// Which tiles of a video are looked at in a frame: each has its turn, and those that lie side by side have theirs in
/// different frames.
struct TileSchedule {
    private var layout = TileLayout()
    /// Counts tiles, which then are taken in steps of ``stride``.
    private var next = 0
    private var stride = 1
    /// What each tile showed at a glance when it was looked at, one after the other.
    private var glances: [UInt8] = []
    private var isKnown: [Bool] = []
    /// The tiles of the current frame.
    private(set) var chosen: [TileLayout.Tile] = []

    /// Lays out the tiles of a frame and has none chosen.
    mutating func begin(_ frame: PipelineFrame, _ options: SearchOptions) {
        chosen.removeAll(keepingCapacity: true)
        guard layout.update(frame.size, rotationDegrees: frame.rotationDegrees, options) else { return }
        next = 0
        stride = Self.stride(layout.tiles.count)
        glances = [UInt8](repeating: 0, count: options.skipsUnchanged ? layout.tiles.count * TileGlance.count : 0)
        isKnown = [Bool](repeating: false, count: layout.tiles.count)
    }

    /// Looks at all tiles again, whether they change or not.
    mutating func forget() {
        for index in isKnown.indices { isKnown[index] = false }
    }

    /// Begins with the first tile, as in a new video.
    mutating func restart() {
        next = 0
        forget()
    }

    /// Chooses the next `count` tiles instead of those before; `glance` leaves some out. Of every frame each tile is
    /// asked for once at most, as `asked` counts.
    mutating func choose(_ count: Int, _ frame: PipelineFrame, _ glance: TileGlance?, _ asked: inout Int) {
        chosen.removeAll(keepingCapacity: true)
        while chosen.count < count, asked < layout.tiles.count {
            asked += 1
            let index = next
            next = (next + stride) % layout.tiles.count
            if let glance, !isDue(index, frame, glance) { continue }
            chosen.append(layout.tiles[index])
        }
    }

    private mutating func isDue(_ index: Int, _ frame: PipelineFrame, _ glance: TileGlance) -> Bool {
        glance.look(at: layout.tiles[index], frame)
        let start = index * TileGlance.count
        guard !isKnown[index] || glance.differs(from: glances, at: start) else { return false }
        isKnown[index] = true
        for point in 0..<TileGlance.count { glances[start + point] = glance.points[point] }
        return glance.hasDetail
    }

    /// About the golden section of the count, without a divisor in common, so that all have their turn.
    private static func stride(_ count: Int) -> Int {
        func divisor(_ a: Int, _ b: Int) -> Int { b == 0 ? a : divisor(b, a % b) }
        var stride = max(1, count * 382 / 1000)
        while divisor(count, stride) != 1 { stride += 1 }
        return stride
    }
}

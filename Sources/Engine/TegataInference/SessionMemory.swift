import TegataBuffers

/// Memory that sessions share which run one after the other: what one has left in its inputs and outputs is gone when
/// another one has been given inputs or has run.
package struct SessionMemory: Sendable {
    let buffer: AlignedBuffer

    /// Enough for a session of any one of the networks.
    package init(for networks: [Network], team: ThreadTeam) {
        self.init(for: networks.map { $0.plan }, threadCount: team.count)
    }

    init(for plans: [Plan], threadCount: Int) {
        buffer = AlignedBuffer(
            byteCount: plans.reduce(0) { max($0, $1.sessionByteCount(threadCount: threadCount)) },
            alignment: Plan.pageSize)
    }
}

extension Plan {
    /// How arenas are aligned, so that scratch memory lies to them as it should.
    static var pageSize: Int { 4096 }

    private static func paged(_ byteCount: Int) -> Int { (byteCount + pageSize - 1) / pageSize * pageSize }

    /// Bytes of an arena and as many scratch areas.
    func sessionByteCount(threadCount: Int) -> Int { scratchOffset + pagedScratchByteCount * threadCount }

    /// Half a page off: rows of pictures are often whole pages long, and those in scratch memory would meet those in the
    /// arena in the same few lines of the nearest cache.
    var scratchOffset: Int { Self.paged(arenaByteCount) + Self.pageSize / 2 }

    /// Scratch areas are on pages of their own, so that threads do not write to the same lines.
    var pagedScratchByteCount: Int { Self.paged(scratchByteCount) }
}

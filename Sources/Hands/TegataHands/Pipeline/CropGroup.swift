import TegataInference

/// Processes several regions of an image at once, from crop to network. With several threads, each processes one
/// region, which is faster than having all threads work on one region after another, because threads do not wait for each
/// other. A network that the caller runs gets as many regions in one call as it takes. The results are the same.
final class CropGroup {
    /// The largest number of regions.
    let capacity: Int
    private let work: SeatWork
    private let team: ThreadTeam
    private let external: ExternalRunner?
    private let warpJob: TeamJob
    private let networkJob: TeamJob

    /// Returns nil if regions must be processed one after another.
    init?(_ network: NetworkRunner, warp: TensorWarp, team: ThreadTeam) {
        self.team = team
        external = network.external
        let seats: [NetworkRunner]
        if let external {
            guard external.capacity > 1 else { return nil }
            seats = (0..<external.capacity).map { external.seat($0) {} }
        } else {
            guard team.count > 1, let alone = network.alone else { return nil }
            seats = (0..<team.count).map(alone)
        }
        capacity = seats.count
        let work = SeatWork(seats.map { SeatWork.Seat(network: $0, warp: TensorWarp(warp, to: $0)) })
        self.work = work
        warpJob = team.job("crop", taskCount: capacity) { work.warp($0) }
        networkJob = TeamJob(taskCount: capacity) { work.crops[$0].network.run() }
    }

    /// Processes `count` regions, one for each seat, and adds the times taken by crops and networks.
    func run(
        _ frame: PipelineFrame, _ images: inout UInt64, _ networks: inout UInt64, count: Int,
        region: (_ seat: Int) -> PixelRegion
    ) {
        work.frame = frame
        for seat in 0..<capacity { work.crops[seat].region = seat < count ? region(seat) : nil }
        images += nanoseconds { team.run(warpJob) }
        networks += nanoseconds {
            if let external { external.run(count) } else { team.run(networkJob) }
        }
        work.frame = nil
    }

    /// Returns the network's outputs for a seat's region.
    func outputs(_ seat: Int) -> [UnsafeBufferPointer<Float>] { work.crops[seat].network.outputs }
}

extension NetworkRunner {
    /// Returns how many of the next `count` regions to process at once.
    func groupSize(for count: Int, _ team: ThreadTeam) -> Int {
        if let external { return min(count, external.capacity) }
        return count >= team.count ? team.count : 1
    }
}

/// The data that the threads read during a run.
private final class SeatWork: @unchecked Sendable {
    /// The network, crop and region of one of the regions.
    struct Seat {
        let network: NetworkRunner
        let warp: TensorWarp
        var region: PixelRegion?
    }

    var crops: [Seat]
    var frame: PipelineFrame?

    init(_ crops: [Seat]) {
        self.crops = crops
    }

    func warp(_ seat: Int) {
        guard let frame, let region = crops[seat].region else { return }
        crops[seat].warp.runAlone(frame.view, region, isMirrored: frame.isMirrored, turnedBy: frame.turnDegrees)
    }
}

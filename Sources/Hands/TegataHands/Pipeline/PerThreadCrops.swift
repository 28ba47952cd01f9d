import TegataInference

/// Processes one region of an image per thread simultaneously, from crop to network. This is faster than having all
/// threads work on one region after another, because threads do not wait for each other. The results are the same.
final class PerThreadCrops {
    let count: Int
    private let work: SeatWork
    private let team: ThreadTeam
    private let warpJob: TeamJob
    private let networkJob: TeamJob

    /// Returns nil if single threads cannot run the network.
    init?(_ network: NetworkRunner, warp: TensorWarp, team: ThreadTeam) {
        guard team.count > 1, let alone = network.alone else { return nil }
        count = team.count
        self.team = team
        let work = SeatWork(
            (0..<team.count).map { worker in
                let network = alone(worker)
                return SeatWork.Seat(network: network, warp: TensorWarp(warp, to: network.inputs[0]))
            })
        self.work = work
        warpJob = TeamJob(taskCount: count) { work.warp($0) }
        networkJob = TeamJob(taskCount: count) { work.crops[$0].network.run() }
    }

    /// Processes one region for each seat, and adds the times taken by crops and networks.
    func run(
        _ frame: PipelineFrame, _ images: inout UInt64, _ networks: inout UInt64, region: (_ seat: Int) -> PixelRegion
    ) {
        work.frame = frame
        for seat in 0..<count { work.crops[seat].region = region(seat) }
        images += nanoseconds { team.run(warpJob) }
        networks += nanoseconds { team.run(networkJob) }
        work.frame = nil
    }

    /// Returns the network's outputs for a seat's region.
    func outputs(_ seat: Int) -> [UnsafeBufferPointer<Float>] { work.crops[seat].network.outputs }
}

/// The data that the threads read during a run.
private final class SeatWork: @unchecked Sendable {
    /// The network, crop and region of one thread.
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

import TegataInference
import TegataRecords
import TegataTool

/// The time of each step of a network.
struct Profile {
    let rows: [Row]
    /// The peak speed of all threads together, in GFLOP/s.
    let peakGigaflops: Double

    struct Row {
        let step: PlanStep
        let nanoseconds: UInt64
        /// The fraction of the total time of all steps.
        let share: Double
        let gigaflops: Double
        /// The fraction of the peak speed.
        let efficiency: Double
    }

    init(_ steps: [PlanStep], nanoseconds: [UInt64], peakGigaflops: Double) {
        let total = max(nanoseconds.reduce(0, +), 1)
        self.peakGigaflops = peakGigaflops
        rows = zip(steps, nanoseconds).map { step, time in
            let speed = TegataCommand.gigaflops(step.multiplyAccumulates, in: time)
            return Row(
                step: step, nanoseconds: time, share: Double(time) / Double(total), gigaflops: speed,
                efficiency: speed / peakGigaflops)
        }
    }

    func lines(style: Style) -> [String] {
        var table = TextTable([
            ("", .right), ("step", .left), ("shape", .left), ("kernel", .left), ("MMAC", .right), ("ms", .right),
            ("share", .right),
            ("GFLOP/s", .right), ("of peak", .right), ("MB moved", .right),
        ])
        func cells(_ macs: Int, _ time: UInt64, _ share: Double, _ speed: Double, _ bytes: Int) -> [String] {
            let isProduct = macs > 0
            return [
                isProduct ? fixed(Double(macs) / 1e6, 3) : "", fixed(milliseconds(time), 4),
                fixed(share * 100, 1) + " %",
                isProduct ? fixed(speed, 1) : "", isProduct ? fixed(speed / peakGigaflops * 100, 0) + " %" : "",
                fixed(Double(bytes) / 1e6, 3),
            ]
        }
        for (index, row) in rows.enumerated() {
            table.add(
                ["\(index)", row.step.name, row.step.shape, row.step.kernel]
                    + cells(
                        row.step.multiplyAccumulates, row.nanoseconds, row.share, row.gigaflops, row.step.bytesMoved))
        }
        let time = rows.reduce(0) { $0 + $1.nanoseconds }
        let macs = rows.reduce(0) { $0 + $1.step.multiplyAccumulates }
        table.add(
            ["", "all steps", "", ""]
                + cells(macs, time, 1, gigaflops(macs, in: time), rows.reduce(0) { $0 + $1.step.bytesMoved }))
        return table.lines(margin: "  ", style: style)
    }

    func write(to json: inout JSONWriter) {
        json.member("peakGflops", peakGigaflops)
        json.array("steps", rows) { json, row in
            json.object { json in
                json.member("name", row.step.name)
                json.member("shape", row.step.shape)
                json.member("kernel", row.step.kernel)
                json.member("multiplyAccumulates", row.step.multiplyAccumulates)
                json.member("ms", milliseconds(row.nanoseconds))
                json.member("gflops", row.gigaflops)
                json.member("share", row.share)
                json.member("ofPeak", row.efficiency)
                json.member("bytesMoved", row.step.bytesMoved)
            }
        }
    }
}

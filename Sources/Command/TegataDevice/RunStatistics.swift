import CTegataShims
import TegataRecords

/// What a line per second tells of a run.
struct RunStatistics {
    /// Latencies in steps of an eighth of their size, so that no frame needs memory.
    private var histogram: [Int]
    private var frameCount = 0
    private var startedAt: UInt64
    private var json = JSONWriter()
    private var lastAllocations = 0

    private static let nanosecondsPerLine: UInt64 = 1_000_000_000
    private static let stepsPerOctave = 8

    init() {
        histogram = [Int](repeating: 0, count: 64 * Self.stepsPerOctave)
        startedAt = tegata_monotonic_nanoseconds()
    }

    /// Says that the source is open: what was asked for until now is not for frames.
    mutating func begin(_ host: DeviceHost) {
        lastAllocations = host.allocationCount()
    }

    /// Counts a frame that took so long from its arrival to its answer.
    mutating func add(nanoseconds: UInt64) {
        frameCount += 1
        histogram[Self.step(nanoseconds / 1000)] += 1
    }

    private static func step(_ value: UInt64) -> Int {
        let value = max(value, UInt64(stepsPerOctave))
        let octave = 63 - value.leadingZeroBitCount
        return octave * stepsPerOctave + Int(value >> UInt64(octave - 3)) - stepsPerOctave
    }

    /// The largest value of a step.
    private static func value(_ step: Int) -> Int {
        let octave = step / stepsPerOctave
        guard octave >= 3 else { return stepsPerOctave }
        return Int(clamping: UInt64(step % stepsPerOctave + stepsPerOctave + 1) << UInt64(octave - 3) - 1)
    }

    /// Microseconds that so many hundredths of the frames took at most.
    private func percentile(_ percent: Int) -> Int {
        var left = (frameCount * percent + 99) / 100
        for step in histogram.indices {
            left -= histogram[step]
            if left <= 0 { return frameCount == 0 ? 0 : Self.value(step) }
        }
        return 0
    }

    /// Writes a line with `write` if the last one was a second ago, or always at the end.
    mutating func writeIfDue(
        _ host: DeviceHost, droppedFrames: Int, isLast: Bool = false, write: (UnsafeRawBufferPointer) -> Void
    ) {
        let now = tegata_monotonic_nanoseconds()
        guard isLast || now - startedAt >= Self.nanosecondsPerLine else { return }
        let allocations = host.allocationCount()
        let (milliseconds, frames) = (Int(clamping: (now - startedAt) / 1_000_000), frameCount)
        let (half, most, nearlyAll) = (percentile(50), percentile(95), percentile(99))
        // Their count begins anew after some weeks where numbers have 32 bits.
        let newAllocations = allocations &- lastAllocations
        json.removeAll()
        json.object { json in
            json.member("milliseconds", milliseconds)
            json.member("frames", frames)
            json.member("droppedFrames", droppedFrames)
            json.member("latencyUs50", half)
            json.member("latencyUs95", most)
            json.member("latencyUs99", nearlyAll)
            json.member("residentBytes", host.residentByteCount())
            json.member("allocations", newAllocations)
        }
        json.withLine(write)
        // Those of a line itself do not count.
        lastAllocations = host.allocationCount()
        startedAt = now
        frameCount = 0
        for step in histogram.indices { histogram[step] = 0 }
    }
}

import CTegataShims
import TegataRecords

/// The statistics of a run, written as a line per second.
struct RunStatistics {
    /// The number of frames for each latency, in eight steps per power of two. A histogram needs no memory per frame.
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

    /// Starts counting allocations, because the ones before the source was opened are not due to frames.
    mutating func begin(_ host: DeviceHost) {
        lastAllocations = host.allocationCount()
    }

    /// Counts a frame, with the time from its arrival to its result in nanoseconds.
    mutating func add(nanoseconds: UInt64) {
        frameCount += 1
        histogram[Self.step(nanoseconds / 1000)] += 1
    }

    private static func step(_ value: UInt64) -> Int {
        let value = max(value, UInt64(stepsPerOctave))
        let octave = 63 - value.leadingZeroBitCount
        return octave * stepsPerOctave + Int(value >> UInt64(octave - 3)) - stepsPerOctave
    }

    /// Returns the largest value in a step.
    private static func value(_ step: Int) -> Int {
        let octave = step / stepsPerOctave
        guard octave >= 3 else { return stepsPerOctave }
        return Int(clamping: UInt64(step % stepsPerOctave + stepsPerOctave + 1) << UInt64(octave - 3) - 1)
    }

    /// Returns a percentile of the latencies, in microseconds.
    private func percentile(_ percent: Int) -> Int {
        var left = (frameCount * percent + 99) / 100
        for step in histogram.indices {
            left -= histogram[step]
            if left <= 0 { return frameCount == 0 ? 0 : Self.value(step) }
        }
        return 0
    }

    /// Writes a line with `write` if the last one is at least a second old, and always if `isLast` is true.
    mutating func writeIfDue(
        _ host: DeviceHost, _ lost: (dropped: Int, damaged: Int), isLast: Bool = false,
        write: (UnsafeRawBufferPointer) -> Void
    ) {
        let now = tegata_monotonic_nanoseconds()
        guard isLast || now - startedAt >= Self.nanosecondsPerLine else { return }
        let allocations = host.allocationCount()
        let (milliseconds, frames) = (Int(clamping: (now - startedAt) / 1_000_000), frameCount)
        let (half, most, nearlyAll) = (percentile(50), percentile(95), percentile(99))
        // Subtract with wraparound, because a 32-bit count overflows after some weeks.
        let newAllocations = allocations &- lastAllocations
        json.removeAll()
        json.object { json in
            json.member("milliseconds", milliseconds)
            json.member("frames", frames)
            json.member("droppedFrames", lost.dropped)
            json.member("damagedFrames", lost.damaged)
            json.member("latencyUs50", half)
            json.member("latencyUs95", most)
            json.member("latencyUs99", nearlyAll)
            json.member("residentBytes", host.residentByteCount())
            json.member("allocations", newAllocations)
        }
        json.withLine(write)
        // Read the count again, because allocations for the line itself must not be counted.
        lastAllocations = host.allocationCount()
        startedAt = now
        frameCount = 0
        for step in histogram.indices { histogram[step] = 0 }
    }
}

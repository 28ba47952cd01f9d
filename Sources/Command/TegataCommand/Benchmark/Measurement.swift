import TegataKernelABI
import TegataKernelSelection
import TegataTool

/// Returns the median; for an even number of values, the mean of the two middle ones.
func median(_ values: [UInt64]) -> UInt64 {
    guard !values.isEmpty else { return 0 }
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/// Returns the mean in milliseconds.
func mean(_ nanoseconds: [UInt64]) -> Double {
    nanoseconds.isEmpty ? 0 : milliseconds(nanoseconds.reduce(0, +)) / Double(nanoseconds.count)
}

func milliseconds(_ nanoseconds: UInt64) -> Double {
    Double(nanoseconds) / 1e6
}

/// Returns the speed in 10⁹ operations per second; a multiplication and its addition count as two operations.
func gigaflops(_ multiplyAccumulates: Int, in nanoseconds: UInt64) -> Double {
    nanoseconds == 0 ? 0 : 2 * Double(multiplyAccumulates) / Double(nanoseconds)
}

/// The times of a network's runs.
struct RunTimes {
    let medianMilliseconds: Double
    let minimumMilliseconds: Double
    let gigaflops: Double

    init(_ nanoseconds: [UInt64], multiplyAccumulates: Int) {
        let middle = median(nanoseconds)
        medianMilliseconds = milliseconds(middle)
        minimumMilliseconds = milliseconds(nanoseconds.min() ?? 0)
        gigaflops = TegataCommand.gigaflops(multiplyAccumulates, in: middle)
    }
}

/// Returns the peak speed of multiply-adds that one core reaches with the instructions of a kernel set, in GFLOP/s: the
/// best of several short measurements.
func measurePeak(_ kernels: KernelSet) -> Double {
    let rounds = 1 << 18
    let operations = rounds * PeakArguments.chainCount * kernels.lanes
    // The values differ, so that no chain can be optimised away. A factor and addend of 0.5 keep them from growing or
    // vanishing.
    var vectors = (0..<PeakArguments.chainCount * kernels.lanes).map { Float($0) / 64 }
    vectors += [Float](repeating: 0.5, count: 2 * kernels.lanes)
    var best = 0.0
    for _ in 0..<20 {
        let start = System.nanoseconds()
        vectors.withUnsafeMutableBufferPointer { vectors in
            guard let base = vectors.baseAddress else { return }
            var arguments = PeakArguments(vectors: base, rounds: rounds)
            kernels.peak(&arguments)
        }
        best = max(best, gigaflops(operations, in: System.nanoseconds() - start))
    }
    return best
}

/// Returns how fast one core copies numbers in main memory with a kernel set, in 10⁹ bytes read or written a second: the
/// best of several copies of an array that is larger than the caches of usual processors.
func measureBandwidth(_ kernels: KernelSet) -> Double {
    let count = 16 << 20
    let source = [Float](repeating: 1, count: count)
    var copy = source.map { $0 + 1 }
    var best = 0.0
    for _ in 0..<8 {
        let start = System.nanoseconds()
        source.withUnsafeBufferPointer { source in
            copy.withUnsafeMutableBufferPointer { copy in
                guard let input = source.baseAddress, let output = copy.baseAddress else { return }
                var arguments = UnaryArguments(
                    input: input, output: output, count: count, function: UnaryFunction.copy.rawValue)
                kernels.unary(&arguments)
            }
        }
        let byteCount = 2 * count * MemoryLayout<Float>.size
        best = max(best, Double(byteCount) / Double(max(System.nanoseconds() - start, 1)))
    }
    return best
}

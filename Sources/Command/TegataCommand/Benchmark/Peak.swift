import TegataKernelABI
import TegataKernelSelection
import TegataTool

/// The most multiply-adds per time that one core does with the instructions of a kernel set, in GFLOP/s: the best of
/// several short measurements.
func measurePeak(_ kernels: KernelSet) -> Double {
    let rounds = 1 << 18
    let operations = rounds * PeakArguments.chainCount * kernels.lanes
    // Different values, so that no chain can be left out; a factor and an addend of 0.5 keep them from growing or
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

import TegataKernelABI
import TegataKernelSelection

/// The most multiply-adds per time that one core does with the instructions of a kernel set, in GFLOP/s: the best of several short
/// measurements.
func measurePeak(_ kernels: KernelSet) -> Double {
    let iterations = 1 << 18
    let operations = iterations * PeakArguments.chainCount * kernels.lanes
    var best = 0.0
    var result = [Float](repeating: 0, count: kernels.lanes)
    for _ in 0..<20 {
        let start = System.nanoseconds()
        result.withUnsafeMutableBufferPointer { result in
            guard let base = result.baseAddress else { return }
            var arguments = PeakArguments(factor: 0.5, addend: 1, iterations: iterations, result: base)
            kernels.peak(&arguments)
        }
        best = max(best, gigaflops(operations, in: System.nanoseconds() - start))
    }
    return best
}

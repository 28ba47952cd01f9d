import TegataKernelABI

/// Chains of multiply-adds that stay in registers and do not wait for each other.
@inline(never)
func runPeak(_ arguments: UnsafePointer<PeakArguments>) {
    let factor = Lane(repeating: arguments.pointee.factor)
    let addend = Lane(repeating: arguments.pointee.addend)
    var chains = InlineArray<12, Lane>(repeating: addend)
    for _ in 0..<arguments.pointee.iterations {
        for i in 0..<PeakArguments.chainCount { chains[i] = addend.adding(chains[i], times: factor) }
    }
    var sum = chains[0]
    for i in 1..<PeakArguments.chainCount { sum = sum + chains[i] }
    sum.store(at: arguments.pointee.result)
}

import TegataKernelABI

/// Multiply-adds in registers that do not wait for each other, because the chains take turns. Rounds must not be
/// unrolled (`-unroll-runtime=false`). In an unrolled loop, the compiler places a chain's two operations next to each
/// other, and Intel processors then reach only 88 % of the peak.
@inline(never)
func runPeak(_ arguments: UnsafePointer<PeakArguments>) {
    let vectors = arguments.pointee.vectors.sums
    let factor = Lane(sumsAt: vectors + 12 * Lane.lanes)
    let addend = Lane(sumsAt: vectors + 13 * Lane.lanes)
    var chains = InlineArray<12, Lane> { Lane(sumsAt: vectors + $0 * Lane.lanes) }
    for _ in 0..<arguments.pointee.rounds {
        for chain in 0..<12 { chains[chain] = addend.adding(chains[chain], times: factor) }
    }
    for chain in 0..<12 { chains[chain].store(sumsAt: vectors + chain * Lane.lanes) }
}

import TegataKernelABI

/// Returns the only list of this level's kernels.
@inline(__always)
func makeInt8KernelSet() -> Int8KernelSet {
    var set = Int8KernelSet(
        level: levelName, lanes: Lane.lanes, hasUnsignedBytes: hasUnsignedBytes, quantize: { runQuantize($0) })
    addGemmKernels(to: &set)
    return set
}

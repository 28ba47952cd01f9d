import TegataKernelABI

#if FLOAT16
    /// The warp comes from a float32 level, because images become floats in every precision.
    @inline(__always)
    func makeKernelSet(warp: @escaping @Sendable (UnsafePointer<WarpArguments>) -> Void) -> KernelSet {
        makeKernelSet(narrow: { runNarrow($0) }, warp: warp)
    }
#else
    @inline(__always)
    func makeKernelSet() -> KernelSet { makeKernelSet(narrow: nil, warp: { runWarp($0) }) }
#endif

/// Returns the only list of this level's kernels.
@inline(__always)
private func makeKernelSet(
    narrow: (@Sendable (UnsafePointer<NarrowArguments>) -> Void)?,
    warp: @escaping @Sendable (UnsafePointer<WarpArguments>) -> Void
) -> KernelSet {
    var set = KernelSet(
        level: levelName, elements: kernelElements, lanes: Lane.lanes, storesBytes: storesBytes,
        pool: { runPool($0) }, resize: { runResize($0) }, reduce: { runReduce($0) }, binary: { runBinary($0) },
        unary: { runUnary($0) }, softmax: { runSoftmax($0) }, widen: { runWiden($0) }, narrow: narrow,
        packGemm: { runPackGemm($0) }, packDepthwise: { runPackDepthwise($0) }, peak: { runPeak($0) }, warp: warp)
    addGemmKernels(to: &set)
    let tiling: DepthwiseTiling = has32Registers ? .high : .wide
    #if arch(arm64)
        let largeAndApart = tiling
    #else
        // Tall tiles read more rows than the nearest cache has places for.
        let largeAndApart = DepthwiseTiling.wide
    #endif
    set.addDepthwise(3, stride: 1, tiling: tiling) { SquareDepthwise<3, 1>.run($0) }
    set.addDepthwise(3, stride: 2, tiling: tiling) { SquareDepthwise<3, 2>.run($0) }
    set.addDepthwise(5, stride: 1, tiling: tiling) { SquareDepthwise<5, 1>.run($0) }
    set.addDepthwise(5, stride: 2, tiling: largeAndApart) { SquareDepthwise<5, 2>.run($0) }
    set.addDepthwise(0, stride: 0, tiling: tiling) { runDepthwise($0, firstChannel: 0) }
    return set
}

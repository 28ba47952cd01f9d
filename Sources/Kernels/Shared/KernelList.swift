import TegataKernelABI

#if HALF
    /// The one list of this level's kernels. Pictures become floats, whatever a network computes with, so that the warp
    /// is that of a level of floats.
    @inline(__always)
    func makeKernelSet(warp: @escaping @Sendable (UnsafePointer<WarpArguments>) -> Void) -> KernelSet {
        var set = KernelSet(
            level: levelName, element: .half, lanes: Lane.lanes,
            pool: { runPool($0) }, resize: { runResize($0) }, reduce: { runReduce($0) }, binary: { runBinary($0) },
            unary: { runUnary($0) }, softmax: { runSoftmax($0) }, widen: { runWiden($0) }, narrow: { runNarrow($0) },
            packGemm: { runPackGemm($0) }, packDepthwise: { runPackDepthwise($0) }, peak: { runPeak($0) }, warp: warp)
        addKernels(to: &set)
        return set
    }
#else
    /// The one list of this level's kernels.
    @inline(__always)
    func makeKernelSet() -> KernelSet {
        var set = KernelSet(
            level: levelName, element: .float, lanes: Lane.lanes,
            pool: { runPool($0) }, resize: { runResize($0) }, reduce: { runReduce($0) }, binary: { runBinary($0) },
            unary: { runUnary($0) }, softmax: { runSoftmax($0) }, widen: { runWiden($0) }, narrow: nil,
            packGemm: { runPackGemm($0) }, packDepthwise: { runPackDepthwise($0) }, peak: { runPeak($0) },
            warp: { runWarp($0) })
        addKernels(to: &set)
        return set
    }
#endif

@inline(__always)
private func addKernels(to set: inout KernelSet) {
    addGemmKernels(to: &set)
    let tiling: DepthwiseTiling = has32Registers ? .high : .wide
    #if arch(arm64)
        let largeAndApart = tiling
    #else
        // High tiles read so many rows here that the nearest cache has no places for them.
        let largeAndApart = DepthwiseTiling.wide
    #endif
    set.addDepthwise(3, stride: 1, tiling: tiling) { SquareDepthwise<3, 1>.run($0) }
    set.addDepthwise(3, stride: 2, tiling: tiling) { SquareDepthwise<3, 2>.run($0) }
    set.addDepthwise(5, stride: 1, tiling: tiling) { SquareDepthwise<5, 1>.run($0) }
    set.addDepthwise(5, stride: 2, tiling: largeAndApart) { SquareDepthwise<5, 2>.run($0) }
    set.addDepthwise(0, stride: 0, tiling: tiling) { runDepthwise($0, firstChannel: 0) }
}

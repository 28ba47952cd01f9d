import TegataGraph

/// A rewrite of a network's instructions that preserves its results, exactly or up to rounding.
package struct Pass: Sendable {
    /// The name that disables the pass.
    package let name: String
    /// Whether the pass creates instructions that only Tegata's own kernels can run.
    let needsOwnKernels: Bool
    /// Whether the pass changes the rounding of results. Such a pass is applied only if the options allow it.
    let changesRounding: Bool
    /// Whether results become only as approximate as half precision or bytes make them anyway.
    package let isApproximate: Bool
    package let apply: @Sendable (inout LoweredGraph) -> Void

    init(
        name: String, needsOwnKernels: Bool = false, changesRounding: Bool = false, isApproximate: Bool = false,
        apply: @escaping @Sendable (inout LoweredGraph) -> Void
    ) {
        self.name = name
        self.needsOwnKernels = needsOwnKernels
        self.changesRounding = changesRounding
        self.isApproximate = isApproximate
        self.apply = apply
    }
}

/// All passes, in the order in which they run.
package let passList: [Pass] = [
    Pass(name: "fuse-residual", apply: fuseResiduals),
    Pass(name: "fuse-activation", apply: fuseActivations),
    Pass(name: "fuse-padding", apply: fusePadding),
    Pass(name: "resize-last", changesRounding: true, apply: resizeAfterConvolution),
    Pass(name: "fuse-skip", apply: fuseResiduals),
    Pass(name: "fuse-channel-padding", apply: fuseChannelPadding),
    // OpenBLAS would split other sums.
    Pass(name: "drop-channels", needsOwnKernels: true, apply: dropChannels),
    Pass(name: "fold-channels", needsOwnKernels: true, isApproximate: true, apply: foldChannels),
    Pass(name: "share-reshaped", apply: shareReshapedMemory),
    Pass(name: "concatenate-in-place", apply: concatenateInPlace),
    Pass(name: "fuse-blocks", needsOwnKernels: true, apply: fuseBlocks),
    Pass(name: "fuse-pooling", needsOwnKernels: true, apply: fusePooling),
    Pass(name: "merge-heads", needsOwnKernels: true, apply: mergeHeads),
]

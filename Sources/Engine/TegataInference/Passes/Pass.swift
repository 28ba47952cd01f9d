import TegataGraph

/// A rewrite of the instructions of a network that leaves its results the same, or the same up to rounding.
package struct Pass: Sendable {
    /// As written to switch it off.
    package let name: String
    /// Whether it makes instructions that only our own kernels can run.
    let needsOwnKernels: Bool
    /// Whether results round differently afterwards; then it is applied only where that is allowed.
    let changesRounding: Bool
    let apply: @Sendable (inout LoweredGraph) -> Void

    init(
        name: String, needsOwnKernels: Bool = false, changesRounding: Bool = false,
        apply: @escaping @Sendable (inout LoweredGraph) -> Void
    ) {
        self.name = name
        self.needsOwnKernels = needsOwnKernels
        self.changesRounding = changesRounding
        self.apply = apply
    }
}

/// Every pass, in the order in which they run.
package let passList: [Pass] = [
    Pass(name: "fuse-residual", apply: fuseResiduals),
    Pass(name: "fuse-activation", apply: fuseActivations),
    Pass(name: "fuse-padding", apply: fusePadding),
    Pass(name: "resize-last", changesRounding: true, apply: resizeAfterConvolution),
    Pass(name: "fuse-skip", apply: fuseResiduals),
    Pass(name: "fuse-channel-padding", apply: fuseChannelPadding),
    Pass(name: "share-reshaped", apply: shareReshapedMemory),
    Pass(name: "concatenate-in-place", apply: concatenateInPlace),
    Pass(name: "fuse-blocks", needsOwnKernels: true, apply: fuseBlocks),
    Pass(name: "fuse-pooling", needsOwnKernels: true, apply: fusePooling),
    Pass(name: "merge-heads", needsOwnKernels: true, apply: mergeHeads),
]

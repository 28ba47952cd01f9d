import TegataGraph

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

import TegataKernelABI

/// A depthwise convolution together with the 1×1 (or first) convolution before it, the 1×1 convolution after it, or
/// both, whose intermediate results stay in scratch memory.
package struct BlockInstruction: Sendable {
    /// How the work is cut so that intermediates stay in a cache.
    package enum Cut: Sendable {
        /// Row by row: for large pictures.
        case rows
        /// By channels of the intermediate picture, without a projection: for small pictures with many channels.
        case channels
    }

    package var cut: Cut
    package var expansion: ConvolutionInstruction?
    package var depthwise: DepthwiseInstruction
    package var projection: ConvolutionInstruction?
    /// Makes the projection's residual from the picture that the block starts from.
    package var pooling: PoolInstruction?

    package init(
        cut: Cut, expansion: ConvolutionInstruction?, depthwise: DepthwiseInstruction,
        projection: ConvolutionInstruction?,
        pooling: PoolInstruction? = nil
    ) {
        self.cut = cut
        self.expansion = expansion
        self.depthwise = depthwise
        self.projection = projection
        self.pooling = pooling
    }

    /// The picture that the block starts from.
    package var input: Int { expansion?.input ?? depthwise.input }

    package var output: Int { projection?.output ?? depthwise.output }
}

/// Rearranges depthwise weights `[taps][channels]` into `[channel block][taps][lanes]`; the last block is padded with
/// zeros.
package struct PackDepthwiseArguments {
    package var weights: SourceWeights
    package var taps: Int
    package var channels: Int
    package var packed: UnsafeMutableRawPointer

    package init(weights: SourceWeights, taps: Int, channels: Int, packed: UnsafeMutableRawPointer) {
        self.weights = weights
        self.taps = taps
        self.channels = channels
        self.packed = packed
    }
}

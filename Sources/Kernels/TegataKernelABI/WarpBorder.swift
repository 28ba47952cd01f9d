/// What pixels are where the warp looks beside the picture.
@frozen
package enum WarpBorder: UInt8, Sendable, CaseIterable {
    case black
    /// The nearest pixel of the picture, for each tap by itself.
    case replicated
}

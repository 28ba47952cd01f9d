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

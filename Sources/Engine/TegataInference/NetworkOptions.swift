/// The options for loading a network.
public struct NetworkOptions: Sendable {
    /// The library that multiplies matrices.
    public enum Backend: String, Sendable, CaseIterable {
        /// Tegata's own kernels, or OpenBLAS if it is installed and faster. It is faster if the kernels do not use the
        /// processor's fused multiply-add. This is the case for baseline kernels, which are used on processors without
        /// AVX2 and on request.
        case automatic
        /// Tegata's own kernels.
        case simd
        /// OpenBLAS, loaded on first use.
        case blas
    }

    /// The precision in which a network computes.
    public enum Precision: String, Sendable, CaseIterable {
        /// 32 bits, as in LiteRT. A file's 8-bit weights for 1×1 convolutions are multiplied as bytes if the processor
        /// supports it, and converted to 32 bits otherwise.
        case single
        /// 16 bits between the first and the last layers, which stay in single precision. This takes half the memory
        /// and computes twice as many numbers at once, but results differ slightly. Loading fails on processors that do
        /// not support such arithmetic.
        case half
        /// 8 bits inside 1×1 convolutions, and single precision elsewhere. Results differ more than with half
        /// precision. Loading fails on processors that do not support such arithmetic.
        case int8
    }

    /// The name of the kernel set, such as `avx2`. If nil, the environment variable `TEGATA_ISA` selects it; otherwise,
    /// the best one for the processor is used.
    public var level: String?
    /// The library that multiplies matrices.
    public var backend: Backend
    /// The names of rewrites to skip, as listed in ``Network/passNames``.
    public var disabledPasses: [String]
    /// Whether to apply rewrites that save work but change the rounding of results compared with LiteRT's.
    public var allowsOtherRounding: Bool
    /// The precision in which the network computes.
    public var precision: Precision
    /// Whether a file's 8-bit weights are multiplied as bytes in single precision.
    package var usesByteWeights = true

    /// Creates options. The defaults are the fastest on this processor among those that match LiteRT as closely as it
    /// can.
    public init(
        level: String? = nil, backend: Backend = .automatic, disabledPasses: [String] = [],
        allowsOtherRounding: Bool = false, precision: Precision = .single
    ) {
        self.level = level
        self.backend = backend
        self.disabledPasses = disabledPasses
        self.allowsOtherRounding = allowsOtherRounding
        self.precision = precision
    }
}

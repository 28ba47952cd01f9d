/// Options for loading a network.
public struct NetworkOptions: Sendable {
    /// The library that multiplies matrices.
    public enum Backend: String, Sendable, CaseIterable {
        /// Tegata's own kernels, or OpenBLAS if it is faster and installed. It is faster if the kernels do not use the
        /// processor's fused multiply-add. This is true for baseline kernels, which run on processors without AVX2 and
        /// on request.
        case automatic
        /// Tegata's own kernels.
        case simd
        /// OpenBLAS, loaded on first use.
        case blas
    }

    /// The precision that a network computes in.
    public enum Precision: String, Sendable, CaseIterable {
        /// 32 bits, as in LiteRT. A file's own 8-bit weights of 1×1 convolutions are multiplied as bytes if the processor
        /// can, and otherwise converted to 32 bits.
        case single
        /// 16 bits between the first and the last layers, which stay in single precision. This takes half the memory
        /// and computes twice as many numbers at once, but results differ a little. Loading fails on processors without
        /// such arithmetic.
        case half
        /// 8 bits inside 1×1 convolutions, and single precision otherwise. Results differ more than with half precision.
        /// Loading fails on processors without such arithmetic.
        case int8
    }

    /// The name of the kernel set, such as `avx2`. If nil, the environment variable `TEGATA_ISA` selects it, or else it
    /// is the best one for the processor.
    public var level: String?
    /// The library that multiplies matrices.
    public var backend: Backend
    /// The names of rewrites to skip, as listed in ``Network/passNames``.
    public var disabledPasses: [String]
    /// Whether to apply rewrites that save work, although results are then no longer LiteRT's to the last bit.
    public var allowsOtherRounding: Bool
    /// The precision that the network computes in.
    public var precision: Precision
    /// Whether single precision multiplies a file's 8-bit weights as bytes.
    package var usesByteWeights = true

    /// Creates options. The defaults are the fastest ones on this processor that match LiteRT as closely as it can.
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

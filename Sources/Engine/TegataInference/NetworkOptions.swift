/// How a network is prepared.
public struct NetworkOptions: Sendable {
    /// Who multiplies matrices.
    public enum Backend: String, Sendable, CaseIterable {
        /// Tegata's own kernels, or OpenBLAS if that is faster and installed: if the kernels do not use the processor's
        /// fused multiply-add. So it is with baseline kernels, which run on processors without AVX2 and wherever they are
        /// asked for.
        case automatic
        /// Tegata's own kernels.
        case simd
        /// OpenBLAS, loaded when first used.
        case blas
    }

    /// What a network computes with.
    public enum Precision: String, Sendable, CaseIterable {
        /// 32 bits, as LiteRT does.
        case single
        /// 16 bits between the first and the last layers, which stay in single precision: half the memory, twice the
        /// numbers at once, and results that differ a little. Only some processors have such arithmetic; a network
        /// cannot be loaded on others.
        case half
    }

    /// The kernel set by name, such as `avx2`; nil takes what the environment variable `TEGATA_ISA` says, or else the
    /// best that the processor has.
    public var level: String?
    /// Who multiplies matrices.
    public var backend: Backend
    /// Names of rewrites to leave out, as ``Network/passNames`` lists them.
    public var disabledPasses: [String]
    /// Whether to save work by rewrites after which results are no longer LiteRT's to the last bit.
    public var allowsOtherRounding: Bool
    /// What the network computes with.
    public var precision: Precision

    /// Without arguments what is fastest here and equals LiteRT as closely as the processor can.
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

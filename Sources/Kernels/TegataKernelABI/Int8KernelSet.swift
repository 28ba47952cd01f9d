/// The kernels of one CPU level that multiply matrices of bytes. Their operands and results are floats.
package struct Int8KernelSet: Sendable {
    /// The level's name in `levels.def`.
    package let level: String
    /// The number of sums per vector.
    package let lanes: Int
    /// Whether the instructions multiply unsigned bytes, not signed ones, by weights.
    private let hasUnsignedBytes: Bool
    /// The matrix-product kernels, widest panels first.
    package private(set) var gemm: [GemmKernel] = []
    package let quantize: @Sendable (UnsafePointer<QuantizeArguments>) -> Void

    @inline(never)
    package init(
        level: String, lanes: Int, hasUnsignedBytes: Bool,
        quantize: @escaping @Sendable (UnsafePointer<QuantizeArguments>) -> Void
    ) {
        self.level = level
        self.lanes = lanes
        self.hasUnsignedBytes = hasUnsignedBytes
        self.quantize = quantize
    }

    /// Adds a matrix-product kernel. Like those of ``KernelSet``, this method is compiled once for every CPU.
    @inline(never)
    package mutating func addGemm(
        _ tileRows: Int, _ width: Int, cost: Float, _ run: @escaping @Sendable (UnsafePointer<GemmArguments>) -> Void
    ) {
        gemm.append(
            GemmKernel(
                name: "i8-gemm-\(tileRows)x\(width)-\(level)", tileRows: tileRows, width: width, cost: cost, run: run))
    }

    /// Returns the kernels for the panels of a matrix; see ``GemmKernel/panels(columns:from:)``.
    package func gemmKernels(columns: Int) -> [GemmKernel] { GemmKernel.panels(columns: columns, from: gemm) }

    /// Returns the start of a sum, which undoes the offset of bytes that were quantised with or without a fixed top.
    package func startSum(ofWeights weightSum: Int32, hasTop: Bool) -> Int32 {
        hasUnsignedBytes == hasTop ? 0 : hasTop ? 128 * weightSum : -128 * weightSum
    }
}

/// The kernels of a CPU level that multiply matrices of bytes. Their operands and results are floats.
package struct Int8KernelSet: Sendable {
    /// The level's name in `levels.def`.
    package let level: String
    /// The number of sums per vector.
    package let lanes: Int
    /// Whether the instructions multiply unsigned rather than signed bytes by weights.
    private let hasUnsignedBytes: Bool
    /// The matrix-product kernels, widest panels first.
    private var gemm: [GemmKernel] = []
    /// The kernels for 16-bit weights in two planes.
    private var gemm16: [GemmKernel] = []
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

    /// Adds a matrix-product kernel. Like the methods of ``KernelSet``, this one is compiled once for all CPUs.
    @inline(never)
    package mutating func addGemm(
        _ tileRows: Int, _ width: Int, planes: Int = 1, cost: Float,
        _ run: @escaping @Sendable (UnsafePointer<GemmArguments>) -> Void
    ) {
        let kernel = GemmKernel(
            name: "i\(8 * planes)-gemm-\(tileRows)x\(width)-\(level)", tileRows: tileRows, width: width, cost: cost,
            run: run)
        if planes == 1 { gemm.append(kernel) } else { gemm16.append(kernel) }
    }

    /// Returns the matrix-product kernels for weights with one or two planes, widest panels first.
    package func gemmKernels(planes: Int) -> [GemmKernel] { planes == 1 ? gemm : gemm16 }

    /// Returns the kernels for a matrix's panels; see ``GemmKernel/panels(columns:from:)``.
    package func gemmKernels(columns: Int, planes: Int = 1) -> [GemmKernel] {
        GemmKernel.panels(columns: columns, from: gemmKernels(planes: planes))
    }

    /// The number that `DepthwiseArguments` adds to results that become bytes: it rounds them to integers in its low
    /// bits, and includes the offset of bytes with a fixed range.
    package var byteStart: Float { 0x1.8p23 - (hasUnsignedBytes ? 0 : 128) }

    /// Returns the factor for a column's sum of weights that undoes the offset of bytes that were quantised with or
    /// without a fixed top.
    package func startFactor(hasTop: Bool) -> Int32 { hasUnsignedBytes == hasTop ? 0 : hasTop ? 128 : -128 }
}

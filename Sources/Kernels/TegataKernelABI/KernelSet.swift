/// All kernels of a CPU level. Selection, tests and benchmarks use these lists, so every listed kernel is tested and
/// timed.
package struct KernelSet: Sendable {
    /// The level's name in `levels.def`, followed by `-half` if inputs are float16.
    package let level: String
    package let elements: KernelElements
    /// The number of accumulators per vector.
    package let lanes: Int
    /// Whether depthwise convolutions can store bytes.
    package let storesBytes: Bool
    /// The matrix-product kernels, widest panels first.
    package private(set) var gemm: [GemmKernel] = []
    /// The depthwise kernels, with specialised ones first and the general one last.
    package private(set) var depthwise: [DepthwiseKernel] = []
    package let pool: @Sendable (UnsafePointer<PoolArguments>) -> Void
    package let resize: @Sendable (UnsafePointer<ResizeArguments>) -> Void
    package let reduce: @Sendable (UnsafePointer<ReduceArguments>) -> Void
    package let binary: @Sendable (UnsafePointer<BinaryArguments>) -> Void
    package let unary: @Sendable (UnsafePointer<UnaryArguments>) -> Void
    package let softmax: @Sendable (UnsafePointer<SoftmaxArguments>) -> Void
    package let widen: @Sendable (UnsafePointer<WidenArguments>) -> Void
    /// The conversion to float16; nil except for float16 levels.
    package let narrow: (@Sendable (UnsafePointer<NarrowArguments>) -> Void)?
    package let packGemm: @Sendable (UnsafePointer<PackGemmArguments>) -> Void
    package let packDepthwise: @Sendable (UnsafePointer<PackDepthwiseArguments>) -> Void
    /// A kernel that only measures the speed of the CPU.
    package let peak: @Sendable (UnsafePointer<PeakArguments>) -> Void
    package let warp: @Sendable (UnsafePointer<WarpArguments>) -> Void

    @inline(never)
    package init(
        level: String, elements: KernelElements, lanes: Int, storesBytes: Bool,
        pool: @escaping @Sendable (UnsafePointer<PoolArguments>) -> Void,
        resize: @escaping @Sendable (UnsafePointer<ResizeArguments>) -> Void,
        reduce: @escaping @Sendable (UnsafePointer<ReduceArguments>) -> Void,
        binary: @escaping @Sendable (UnsafePointer<BinaryArguments>) -> Void,
        unary: @escaping @Sendable (UnsafePointer<UnaryArguments>) -> Void,
        softmax: @escaping @Sendable (UnsafePointer<SoftmaxArguments>) -> Void,
        widen: @escaping @Sendable (UnsafePointer<WidenArguments>) -> Void,
        narrow: (@Sendable (UnsafePointer<NarrowArguments>) -> Void)?,
        packGemm: @escaping @Sendable (UnsafePointer<PackGemmArguments>) -> Void,
        packDepthwise: @escaping @Sendable (UnsafePointer<PackDepthwiseArguments>) -> Void,
        peak: @escaping @Sendable (UnsafePointer<PeakArguments>) -> Void,
        warp: @escaping @Sendable (UnsafePointer<WarpArguments>) -> Void
    ) {
        self.level = level
        self.elements = elements
        self.lanes = lanes
        self.storesBytes = storesBytes
        self.pool = pool
        self.resize = resize
        self.reduce = reduce
        self.binary = binary
        self.unary = unary
        self.softmax = softmax
        self.widen = widen
        self.narrow = narrow
        self.packGemm = packGemm
        self.packDepthwise = packDepthwise
        self.peak = peak
        self.warp = warp
    }

    /// Returns the name of a kernel that is the only one of its kind, such as `f32-pool-avx512`.
    package func name(of kind: String) -> String { "\(elements.input.shortName)-\(kind)-\(level)" }

    // These methods fill the lists and are compiled once for all CPUs. Otherwise, each kernel module would generate the
    // same array code, and the linker would keep one level's copy for all.

    /// Adds a matrix-product kernel. The tile height merely describes the kernel; its panels have `width` columns.
    @inline(never)
    package mutating func addGemm(
        _ tileRows: Int, _ width: Int, cost: Float, _ run: @escaping @Sendable (UnsafePointer<GemmArguments>) -> Void
    ) {
        gemm.append(
            GemmKernel(
                name: "\(elements.input.shortName)-gemm-\(tileRows)x\(width)-\(level)", tileRows: tileRows,
                width: width,
                cost: cost, run: run))
    }

    @inline(never)
    package mutating func addDepthwise(
        _ kernelSize: Int, stride: Int, tiling: DepthwiseTiling,
        _ run: @escaping @Sendable (UnsafePointer<DepthwiseArguments>) -> Void
    ) {
        let window = kernelSize == 0 ? "" : "\(kernelSize)x\(kernelSize)s\(stride)"
        depthwise.append(
            DepthwiseKernel(
                name: "\(elements.input.shortName)-dw\(window)-\(level)", kernelSize: kernelSize, stride: stride,
                tiling: tiling, run: run))
    }
}

extension KernelSet {
    /// Returns the kernels for a matrix's panels; see ``GemmKernel/panels(columns:from:)``.
    package func gemmKernels(columns: Int) -> [GemmKernel] { GemmKernel.panels(columns: columns, from: gemm) }
}

/// A matrix-product kernel for panels of a given width.
package struct GemmKernel: Sendable {
    /// The name used in profiles and reports, such as `f32-gemm-7x48-avx512`.
    package let name: String
    /// The number of rows of A that are computed together. Multiples of this number of rows run fastest.
    package let tileRows: Int
    /// The number of columns of a packed panel.
    package let width: Int
    /// The time per row of the panel, relative to the level's other kernels.
    package let cost: Float
    package let run: @Sendable (UnsafePointer<GemmArguments>) -> Void

    package init(
        name: String, tileRows: Int, width: Int, cost: Float,
        run: @escaping @Sendable (UnsafePointer<GemmArguments>) -> Void
    ) {
        self.name = name
        self.tileRows = tileRows
        self.width = width
        self.cost = cost
        self.run = run
    }
}

/// A depthwise row kernel; if `kernelSize` and `stride` are 0, it supports every window.
package struct DepthwiseKernel: Sendable {
    /// The name used in profiles and reports, such as `f32-dw5x5s1-avx512`.
    package let name: String
    package let kernelSize: Int
    package let stride: Int
    package let tiling: DepthwiseTiling
    package let run: @Sendable (UnsafePointer<DepthwiseArguments>) -> Void

    package init(
        name: String, kernelSize: Int, stride: Int, tiling: DepthwiseTiling,
        run: @escaping @Sendable (UnsafePointer<DepthwiseArguments>) -> Void
    ) {
        self.name = name
        self.kernelSize = kernelSize
        self.stride = stride
        self.tiling = tiling
        self.run = run
    }
}

/// How depthwise kernels split output rows into tiles. It depends on the registers available for a tile's sums and on
/// the rows that a tile reads.
package enum DepthwiseTiling: Sendable {
    /// Tiles that are as tall as the rows allow and two columns wide, for 32 registers.
    case high
    /// Tiles of four rows and two columns, because one line of the nearest cache serves both columns. Tiles of six or
    /// seven rows are for images whose height is not a multiple of four; with 16 registers, they have one column.
    case wide

    /// Returns the height of the tiles for `rows` rows: the one that exceeds these rows by the least and, among equals,
    /// the largest.
    package func height(rows: Int) -> Int {
        if rows < 6 { return rows < 4 ? 1 : 4 }
        let bySix = (rows + 5) / 6 * 6
        let bySeven = (rows + 6) / 7 * 7
        switch self {
        case .high: return bySeven <= bySix ? 7 : 6
        case .wide: return bySeven == rows ? 7 : rows == 6 ? 6 : 4
        }
    }
}

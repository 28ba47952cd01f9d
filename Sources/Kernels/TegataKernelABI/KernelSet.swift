/// Everything one CPU level can do. Selection, tests and benchmarks walk these lists, so a kernel that is listed is
/// tested and timed.
package struct KernelSet: Sendable {
    /// The level's name as users write it: `baseline`, `avx2`, `avx512`, `neon`, or one of halves.
    package let level: String
    /// What `elements` are wherever arguments speak of them.
    package let element: KernelElement
    /// Elements per vector.
    package let lanes: Int
    /// Widest panels first.
    package private(set) var gemm: [GemmKernel] = []
    /// Specialised kernels first, the general one last.
    package private(set) var depthwise: [DepthwiseKernel] = []
    package let pool: @Sendable (UnsafePointer<PoolArguments>) -> Void
    package let resize: @Sendable (UnsafePointer<ResizeArguments>) -> Void
    package let reduce: @Sendable (UnsafePointer<ReduceArguments>) -> Void
    package let binary: @Sendable (UnsafePointer<BinaryArguments>) -> Void
    package let unary: @Sendable (UnsafePointer<UnaryArguments>) -> Void
    package let softmax: @Sendable (UnsafePointer<SoftmaxArguments>) -> Void
    package let widen: @Sendable (UnsafePointer<WidenArguments>) -> Void
    /// Only levels of halves have it.
    package let narrow: (@Sendable (UnsafePointer<NarrowArguments>) -> Void)?
    package let packGemm: @Sendable (UnsafePointer<PackGemmArguments>) -> Void
    package let packDepthwise: @Sendable (UnsafePointer<PackDepthwiseArguments>) -> Void
    /// Only for measuring what the CPU can do.
    package let peak: @Sendable (UnsafePointer<PeakArguments>) -> Void
    package let warp: @Sendable (UnsafePointer<WarpArguments>) -> Void

    @inline(never)
    package init(
        level: String, element: KernelElement, lanes: Int,
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
        self.element = element
        self.lanes = lanes
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

    /// What a kernel is called that is the only one of its kind, e.g. `f32-pool-avx512`.
    package func name(of kind: String) -> String { "\(element.shortName)-\(kind)-\(level)" }

    // The lists are filled by these methods, compiled once for every CPU, because code that the kernel modules would
    // generate for arrays is the same in all of them, and the linker would keep one level's copy for all.

    /// The tile height only describes the kernel; its panels have `width` columns.
    @inline(never)
    package mutating func addGemm(
        _ tileRows: Int, _ width: Int, cost: Float, _ run: @escaping @Sendable (UnsafePointer<GemmArguments>) -> Void
    ) {
        gemm.append(
            GemmKernel(
                name: "\(element.shortName)-gemm-\(tileRows)x\(width)-\(level)", tileRows: tileRows, width: width,
                cost: cost,
                run: run))
    }

    @inline(never)
    package mutating func addDepthwise(
        _ kernelSize: Int, stride: Int, tiling: DepthwiseTiling,
        _ run: @escaping @Sendable (UnsafePointer<DepthwiseArguments>) -> Void
    ) {
        let window = kernelSize == 0 ? "" : "\(kernelSize)x\(kernelSize)s\(stride)"
        depthwise.append(
            DepthwiseKernel(
                name: "\(element.shortName)-dw\(window)-\(level)", kernelSize: kernelSize, stride: stride,
                tiling: tiling, run: run))
    }
}

extension KernelSet {
    /// The kernels for the panels of a matrix: those that take the least time together, the narrowest last.
    package func gemmKernels(columns: Int) -> [GemmKernel] {
        // Least cost of the first n columns, and the kernel of the panel that ends there.
        var costs: [Float] = [0]
        var choices = [0]
        for end in stride(from: 1, through: columns, by: 1) {
            var best = (cost: Float.infinity, kernel: 0)
            for (index, kernel) in gemm.enumerated() {
                let cost = costs[max(0, end - kernel.width)] + kernel.cost
                if cost < best.cost { best = (cost, index) }
            }
            costs.append(best.cost)
            choices.append(best.kernel)
        }
        var counts = [Int](repeating: 0, count: gemm.count)
        var end = columns
        while end > 0 {
            counts[choices[end]] += 1
            end -= gemm[choices[end]].width
        }
        // The panels of each width are spread evenly, so that threads that share them get about as many columns.
        var panels: [(place: Float, kernel: GemmKernel)] = []
        for (kernel, count) in zip(gemm, counts) {
            for index in 0..<count { panels.append((Float(index + 1) / Float(count), kernel)) }
        }
        panels.sort { ($0.place, $1.kernel.width) < ($1.place, $0.kernel.width) }
        return panels.map { $0.kernel }
    }
}

/// A matrix-product kernel for panels of one width.
package struct GemmKernel: Sendable {
    /// For people and profiles, e.g. `f32-gemm-7x48-avx512`.
    package let name: String
    /// Rows of A that are worked on together; a row count that it divides runs fastest.
    package let tileRows: Int
    /// Columns of a packed panel.
    package let width: Int
    /// Time for a row of the panel relative to the level's other kernels.
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

/// A depthwise row kernel; `kernelSize` 0 and `stride` 0 take every window.
package struct DepthwiseKernel: Sendable {
    /// For people and profiles, e.g. `f32-dw5x5s1-1x8-avx512`.
    package let name: String
    package let kernelSize: Int
    package let stride: Int
    package let run: @Sendable (UnsafePointer<DepthwiseArguments>) -> Void

    package init(
        name: String, kernelSize: Int, stride: Int,
        run: @escaping @Sendable (UnsafePointer<DepthwiseArguments>) -> Void
    ) {
        self.name = name
        self.kernelSize = kernelSize
        self.stride = stride
        self.run = run
    }
}

/// Everything one CPU level can do. Selection, tests and benchmarks walk these lists, so a kernel that is listed is
/// tested and timed.
package struct KernelSet: Sendable {
    /// The level's name as users write it: `baseline`, `avx2`, `avx512`, `neon`.
    package let level: String
    /// Floats per vector.
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
    package let packGemm: @Sendable (UnsafePointer<PackGemmArguments>) -> Void
    package let packDepthwise: @Sendable (UnsafePointer<PackDepthwiseArguments>) -> Void
    /// Only for measuring what the CPU can do.
    package let peak: @Sendable (UnsafePointer<PeakArguments>) -> Void
    package let warp: @Sendable (UnsafePointer<WarpArguments>) -> Void

    @inline(never)
    package init(
        level: String, lanes: Int,
        pool: @escaping @Sendable (UnsafePointer<PoolArguments>) -> Void,
        resize: @escaping @Sendable (UnsafePointer<ResizeArguments>) -> Void,
        reduce: @escaping @Sendable (UnsafePointer<ReduceArguments>) -> Void,
        binary: @escaping @Sendable (UnsafePointer<BinaryArguments>) -> Void,
        unary: @escaping @Sendable (UnsafePointer<UnaryArguments>) -> Void,
        softmax: @escaping @Sendable (UnsafePointer<SoftmaxArguments>) -> Void,
        widen: @escaping @Sendable (UnsafePointer<WidenArguments>) -> Void,
        packGemm: @escaping @Sendable (UnsafePointer<PackGemmArguments>) -> Void,
        packDepthwise: @escaping @Sendable (UnsafePointer<PackDepthwiseArguments>) -> Void,
        peak: @escaping @Sendable (UnsafePointer<PeakArguments>) -> Void,
        warp: @escaping @Sendable (UnsafePointer<WarpArguments>) -> Void
    ) {
        self.level = level
        self.lanes = lanes
        self.pool = pool
        self.resize = resize
        self.reduce = reduce
        self.binary = binary
        self.unary = unary
        self.softmax = softmax
        self.widen = widen
        self.packGemm = packGemm
        self.packDepthwise = packDepthwise
        self.peak = peak
        self.warp = warp
    }

    // The lists are filled by these methods, compiled once for every CPU, because code that the kernel modules would
    // generate for arrays is the same in all of them, and the linker would keep one level's copy for all.

    /// The tile height only describes the kernel; its panels have `width` columns.
    @inline(never)
    package mutating func addGemm(
        _ tileRows: Int, _ width: Int, cost: Float, _ run: @escaping @Sendable (UnsafePointer<GemmArguments>) -> Void
    ) {
        gemm.append(
            GemmKernel(
                name: "f32-gemm-\(tileRows)x\(width)-\(level)", tileRows: tileRows, width: width, cost: cost, run: run))
    }

    @inline(never)
    package mutating func addDepthwise(
        _ kernelSize: Int, stride: Int, _ run: @escaping @Sendable (UnsafePointer<DepthwiseArguments>) -> Void
    ) {
        let window = kernelSize == 0 ? "" : "\(kernelSize)x\(kernelSize)s\(stride)"
        depthwise.append(
            DepthwiseKernel(name: "f32-dw\(window)-\(level)", kernelSize: kernelSize, stride: stride, run: run))
    }
}

extension KernelSet {
    /// Which kernels to compute the panels of a matrix with, for the least time: indices into `gemm`, left to right.
    /// Together the panels are at least as wide as `columns`; only the last may be wider than what is left.
    package func gemmPanels(columns: Int) -> [Int] {
        guard columns > 0, let widest = gemm.first, let narrowest = gemm.last else { return [] }
        // Far from the end the widest panels are best; the rest is solved exactly.
        var plan: [Int] = []
        var rest = columns
        while rest > 3 * widest.width {
            plan.append(0)
            rest -= widest.width
        }
        var cost = [Float](repeating: 0, count: rest + 1)
        var choice = [Int](repeating: gemm.count - 1, count: rest + 1)
        if rest > 0 {
            for width in 1...rest {
                cost[width] = cost[max(0, width - narrowest.width)] + narrowest.cost
                for (index, kernel) in gemm.enumerated() {
                    let candidate = cost[max(0, width - kernel.width)] + kernel.cost
                    if candidate < cost[width] {
                        cost[width] = candidate
                        choice[width] = index
                    }
                }
            }
        }
        var tail: [Int] = []
        while rest > 0 {
            tail.append(choice[rest])
            rest -= gemm[choice[rest]].width
        }
        return plan + tail.sorted()
    }
}

/// A matrix-product kernel for panels of one width.
package struct GemmKernel: Sendable {
    /// For people and profiles, e.g. `f32-gemm-7x48-avx512`.
    package let name: String
    /// Rows of A that are worked on together; a row count that it divides runs fastest.
    package let tileRows: Int
    /// Columns of a packed panel.
    package let width: Int
    package let run: @Sendable (UnsafePointer<GemmArguments>) -> Void

    package init(name: String, tileRows: Int, width: Int, run: @escaping @Sendable (UnsafePointer<GemmArguments>) -> Void) {
        self.name = name
        self.tileRows = tileRows
        self.width = width
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

/// Everything one CPU level can do. Selection, tests and benchmarks walk these lists, so a kernel that is listed is tested and timed.
package struct KernelSet: Sendable {
    /// The level's name as users write it: `baseline`, `avx2`, `avx512`, `neon`.
    package let level: String
    /// Floats per vector.
    package let lanes: Int
    /// Widest panels first.
    package let gemm: [GemmKernel]
    /// Specialised kernels first, the general one last.
    package let depthwise: [DepthwiseKernel]
    package let pool: @Sendable (UnsafePointer<PoolArguments>) -> Void
    package let resize: @Sendable (UnsafePointer<ResizeArguments>) -> Void
    package let reduce: @Sendable (UnsafePointer<ReduceArguments>) -> Void
    package let binary: @Sendable (UnsafePointer<BinaryArguments>) -> Void
    package let unary: @Sendable (UnsafePointer<UnaryArguments>) -> Void
    package let softmax: @Sendable (UnsafePointer<SoftmaxArguments>) -> Void

    package init(
        level: String, lanes: Int, gemm: [GemmKernel], depthwise: [DepthwiseKernel],
        pool: @escaping @Sendable (UnsafePointer<PoolArguments>) -> Void,
        resize: @escaping @Sendable (UnsafePointer<ResizeArguments>) -> Void,
        reduce: @escaping @Sendable (UnsafePointer<ReduceArguments>) -> Void,
        binary: @escaping @Sendable (UnsafePointer<BinaryArguments>) -> Void,
        unary: @escaping @Sendable (UnsafePointer<UnaryArguments>) -> Void,
        softmax: @escaping @Sendable (UnsafePointer<SoftmaxArguments>) -> Void
    ) {
        self.level = level
        self.lanes = lanes
        self.gemm = gemm
        self.depthwise = depthwise
        self.pool = pool
        self.resize = resize
        self.reduce = reduce
        self.binary = binary
        self.unary = unary
        self.softmax = softmax
    }
}

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

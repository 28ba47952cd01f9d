/// A depthwise row kernel; `kernelSize` 0 and `stride` 0 take every window.
package struct DepthwiseKernel: Sendable {
    /// For people and profiles, e.g. `f32-dw5x5s1-1x8-avx512`.
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

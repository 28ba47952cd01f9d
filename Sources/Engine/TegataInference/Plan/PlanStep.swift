import TegataBuffers
import TegataGraph

/// One step of a plan, bound to kernels and weights but not yet to the memory of a session.
package struct PlanStep: Sendable {
    /// What the step does, such as `convolution 1×1`.
    package var name: String
    /// Input and output pictures.
    package var shape: String
    /// The kernels that do it.
    package var kernel: String
    package var multiplyAccumulates = 0
    /// Bytes of operands and weights that one run reads and writes at least once.
    package var bytesMoved: Int
    /// Scratch memory that each worker needs.
    var scratchByteCount = 0
    /// Gives the work a place in memory.
    var bind: @Sendable (BindingContext) -> BoundStep
}

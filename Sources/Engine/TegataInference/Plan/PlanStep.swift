import TegataBuffers
import TegataGraph
import TegataKernelABI

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
    package internal(set) var scratchByteCount = 0
    /// Gives the work a place in memory.
    package internal(set) var bind: @Sendable (BindingContext) -> BoundStep
}

/// A step that can be run. How the work is cut into tasks never changes what is computed for an element, so that
/// results do not depend on the number of threads.
package struct BoundStep: Sendable {
    package let taskCount: Int
    /// Does what must be done for all tasks before any of them starts; the task has the same scratch memory then. Steps
    /// with one task have none, others no more tasks than there are threads.
    package let prepare: Work?
    /// Does one task.
    package let body: Work

    /// The pointer is the scratch memory of a thread.
    package typealias Work = @Sendable (_ task: Int, _ scratch: UnsafeMutableRawPointer) -> Void

    init(taskCount: Int, prepare: Work? = nil, body: @escaping Work) {
        self.taskCount = taskCount
        self.prepare = prepare
        self.body = body
    }
}

/// Addresses of a bound step. The arena outlives every closure that holds them, because the session owns both.
struct Pointers: Sendable {
    let a: Elements
    let b: Elements
    let output: Elements

    init(_ a: Elements, _ b: Elements, _ output: Elements) {
        self.a = a
        self.b = b
        self.output = output
    }

    init(_ a: Elements, _ output: Elements) {
        self.init(a, a, output)
    }

    /// A step that works on these addresses.
    func boundStep(
        taskCount: Int, _ work: @escaping @Sendable (Pointers, Int, UnsafeMutableRawPointer) -> Void
    ) -> BoundStep {
        BoundStep(taskCount: taskCount) { work(self, $0, $1) }
    }
}

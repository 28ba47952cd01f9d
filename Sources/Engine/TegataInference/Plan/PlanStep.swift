import TegataBuffers
import TegataGraph
import TegataKernelABI

/// A step of a plan, bound to kernels and weights but not yet to a session's memory.
package struct PlanStep: Sendable {
    /// The step's operation, such as `convolution 1×1`.
    package var name: String
    /// The shapes of the input and output images.
    package var shape: String
    /// The names of the kernels that run it.
    package var kernel: String
    package var multiplyAccumulates = 0
    /// The number of bytes of operands and weights that a run reads or writes at least once.
    package var bytesMoved: Int
    /// The scratch memory in bytes that each worker needs.
    package internal(set) var scratchByteCount = 0
    /// Binds the step to the memory of a session.
    package internal(set) var bind: @Sendable (BindingContext) -> BoundStep
}

/// A step that can be run. The division into tasks never changes how an element is computed, so results do not depend
/// on the number of threads.
package struct BoundStep: Sendable {
    package let taskCount: Int
    /// The work that must be finished for all tasks before any of them starts. A task has the same scratch memory in
    /// both phases. Steps with a single task have no such work; other steps have at most as many tasks as threads.
    package let prepare: Work?
    /// The work of one task.
    package let body: Work

    /// Work on a task; the pointer is the scratch memory of a thread.
    package typealias Work = @Sendable (_ task: Int, _ scratch: UnsafeMutableRawPointer) -> Void

    init(taskCount: Int, prepare: Work? = nil, body: @escaping Work) {
        self.taskCount = taskCount
        self.prepare = prepare
        self.body = body
    }
}

/// The addresses used by a bound step. The arena outlives every closure that holds them, because the session owns both.
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

    /// Returns a step that works on these addresses.
    func boundStep(
        taskCount: Int, _ work: @escaping @Sendable (Pointers, Int, UnsafeMutableRawPointer) -> Void
    ) -> BoundStep {
        BoundStep(taskCount: taskCount) { work(self, $0, $1) }
    }
}

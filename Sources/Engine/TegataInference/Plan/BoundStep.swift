import TegataBuffers
import TegataGraph

/// A step that can be run. How the work is cut into tasks never changes what is computed for an element, so that
/// results do not depend on the number of threads.
struct BoundStep: Sendable {
    let taskCount: Int
    /// Does what must be done for all tasks before any of them starts; the same worker then does the task, with the
    /// same scratch memory.
    let prepare: Work?
    /// Does one task.
    let body: Work

    /// The pointer is the worker's scratch memory.
    typealias Work = @Sendable (_ task: Int, _ scratch: UnsafeMutableRawPointer) -> Void

    init(taskCount: Int, prepare: Work? = nil, body: @escaping Work) {
        self.taskCount = taskCount
        self.prepare = prepare
        self.body = body
    }
}

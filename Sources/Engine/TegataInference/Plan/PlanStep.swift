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

/// Where and by how many threads a step will be run.
struct BindingContext {
    /// The first byte of the session's arena, which outlives everything that is bound to it.
    let arena: UnsafeMutableRawPointer
    let threadCount: Int
}

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

/// Where the elements of a value are: known up to the arena's address.
struct Operand: @unchecked Sendable {
    private let constant: UnsafeMutableRawPointer?
    private let arenaOffset: Int
    let type: TensorType

    init(constant: UnsafeMutableRawPointer, type: TensorType) {
        self.constant = constant
        arenaOffset = 0
        self.type = type
    }

    init(arenaOffset: Int, type: TensorType) {
        constant = nil
        self.arenaOffset = arenaOffset
        self.type = type
    }

    /// The address of a constant; nil for values in the arena.
    var constantAddress: Address? { constant.map { Address($0) } }

    /// True if both have their first element at the same place of the arena.
    func isInPlace(of other: Operand) -> Bool {
        constant == nil && other.constant == nil && arenaOffset == other.arenaOffset
    }

    func address(in context: BindingContext) -> UnsafeMutableRawPointer {
        constant ?? context.arena + arenaOffset
    }

    func floats(in context: BindingContext) -> UnsafeMutablePointer<Float> {
        precondition(type.element == .float32)
        return address(in: context).assumingMemoryBound(to: Float.self)
    }

    func view(in context: BindingContext) -> TensorView {
        TensorView(type, base: address(in: context))
    }
}

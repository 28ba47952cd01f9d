import CTegataShims
import TegataBuffers
import TegataInference

/// Runs all shares of a plan on one thread, one after another. On systems without threads, this shows that results do
/// not depend on the number of threads.
struct SharedRun {
    private let plan: Plan
    private let context: BindingContext
    private let arena: AlignedBuffer
    /// The scratch memory of each share.
    private let scratch: [AlignedBuffer]

    init(_ plan: Plan, among count: Int) {
        self.plan = plan
        arena = AlignedBuffer(byteCount: plan.arenaByteCount)
        context = BindingContext(arena: arena.base, threadCount: count)
        let byteCount = plan.steps.reduce(1) { max($0, $1.scratchByteCount) }
        scratch = (0..<count).map { _ in AlignedBuffer(byteCount: byteCount) }
    }

    func run() {
        let saved = tegata_flush_denormals()
        for step in plan.steps.map({ $0.bind(context) }) {
            if let prepare = step.prepare { forEachTask(of: step, prepare) }
            forEachTask(of: step, step.body)
        }
        tegata_restore_floating_point(saved)
    }

    /// A prepared task uses the same scratch memory in both rounds, as in a session.
    private func forEachTask(of step: BoundStep, _ work: BoundStep.Work) {
        for task in 0..<step.taskCount { work(task, scratch[task % scratch.count].base) }
    }

    func inputFloats(_ index: Int) -> UnsafeMutableBufferPointer<Float> { plan.inputs[index].floatBuffer(in: context) }

    func outputFloats(_ index: Int) -> UnsafeMutableBufferPointer<Float> {
        plan.outputs[index].floatBuffer(in: context)
    }
}

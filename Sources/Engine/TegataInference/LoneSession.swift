import CTegataShims
import TegataBuffers

/// Runs of a session's network by one of its team's threads alone, while the others do runs of their own. What comes
/// out is the same to the last bit.
package final class LoneSession: @unchecked Sendable {
    private let session: Session
    /// Nil where the values are those of the session.
    private let memory: AlignedBuffer?
    private let context: BindingContext
    private let steps: [BoundStep]
    private let scratch: UnsafeMutableRawPointer

    /// For the thread `worker`. The first works on the session's own values, the others have an arena each.
    package init(_ session: Session, worker: Int) {
        self.session = session
        let memory =
            worker == 0
            ? nil
            : AlignedBuffer(
                byteCount: session.plan.arenaByteCount, alignment: Plan.pageSize)
        self.memory = memory
        let context = BindingContext(arena: memory?.base ?? session.context.arena, threadCount: 1)
        self.context = context
        steps = session.plan.steps.map { $0.bind(context) }
        scratch = session.scratch(of: worker)
    }

    /// Computes the outputs from the inputs; called by the thread that this is for.
    package func run() {
        let saved = tegata_flush_denormals()
        for step in steps {
            if let prepare = step.prepare {
                for task in 0..<step.taskCount { prepare(task, scratch) }
            }
            for task in 0..<step.taskCount { step.body(task, scratch) }
        }
        tegata_restore_floating_point(saved)
    }

    /// The memory of a float32 input.
    package func inputFloats(_ index: Int) -> UnsafeMutableBufferPointer<Float> {
        session.plan.inputs[index].floatBuffer(in: context)
    }

    /// The memory of a float32 output.
    package func outputFloats(_ index: Int) -> UnsafeMutableBufferPointer<Float> {
        session.plan.outputs[index].floatBuffer(in: context)
    }
}

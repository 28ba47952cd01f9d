import CTegataShims
import TegataBuffers
import TegataGraph

/// One place to run a network: memory for its inputs, intermediate results and outputs.
///
/// A session is used by one thread at a time; several sessions of one network share its weights. After the first run
/// nothing is allocated.
public final class Session {
    /// The threads that work on runs.
    public let team: ThreadTeam
    let plan: Plan
    /// The arena, and behind it each thread's scratch memory.
    private let memory: AlignedBuffer
    let context: BindingContext
    private let runner: PlanRunner
    private let job: TeamJob

    /// Makes memory for `network`, whose runs `team` works on.
    public convenience init(_ network: Network, team: ThreadTeam) {
        self.init(network.plan, team: team)
    }

    /// A session for `network` in memory that others use before and after it.
    package convenience init(_ network: Network, team: ThreadTeam, in memory: SessionMemory) {
        self.init(network.plan, team: team, in: memory)
    }

    package init(_ plan: Plan, team: ThreadTeam, in memory: SessionMemory? = nil) {
        let memory = memory ?? SessionMemory(for: [plan], threadCount: team.count)
        precondition(memory.buffer.count >= plan.sessionByteCount(threadCount: team.count), "memory of other networks")
        self.plan = plan
        self.team = team
        self.memory = memory.buffer
        context = BindingContext(arena: self.memory.base, threadCount: team.count)
        let runner = PlanRunner(plan, context: context, scratch: self.memory.base + plan.scratchOffset, team: team)
        self.runner = runner
        job = TeamJob { runner.work(worker: $0) }
    }

    /// The scratch memory of one of the threads.
    func scratch(of worker: Int) -> UnsafeMutableRawPointer {
        precondition(worker >= 0 && worker < team.count, "no such thread")
        return memory.base + plan.scratchOffset + worker * plan.pagedScratchByteCount
    }

    /// Runs on one thread what so many would share, one share after the other. Where there are no threads, this shows
    /// that results do not depend on their number.
    package init(_ plan: Plan, sharedAmong threadCount: Int) {
        self.plan = plan
        team = ThreadTeam(count: 1)
        memory = SessionMemory(for: [plan], threadCount: threadCount).buffer
        context = BindingContext(arena: memory.base, threadCount: threadCount)
        let runner = PlanRunner(plan, context: context, scratch: memory.base + plan.scratchOffset, team: team)
        self.runner = runner
        job = TeamJob { _ in runner.workForAll() }
    }

    /// Bytes for tensors and for the scratch memory of all threads.
    public var memoryByteCount: Int { plan.arenaByteCount + plan.scratchByteCount * team.count }

    /// Computes the outputs from the inputs, which keep their values.
    public func run() {
        team.run(job)
    }

    /// As ``run()``, and returns the nanoseconds that each step took.
    package func profile() -> [UInt64] {
        runner.isTimed = true
        defer { runner.isTimed = false }
        team.run(job)
        return zip(runner.times, runner.times.dropFirst()).map { $1 - $0 }
    }

    // MARK: Tensors

    /// Gives `body` the elements of an input of type float32; its values stay for all later runs until they are written
    /// again.
    public func withInput<Result, Failure: Error>(
        _ index: Int, _ body: (inout MutableSpan<Float>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var span = MutableSpan(_unsafeElements: inputFloats(index))
        return try body(&span)
    }

    /// Gives `body` the elements of an output of type float32, as the last run left them.
    public func withOutput<Result, Failure: Error>(
        _ index: Int, _ body: (Span<Float>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(Span(_unsafeElements: UnsafeBufferPointer(outputFloats(index))))
    }

    /// A copy of an output of type float32.
    public func output(_ index: Int) -> [Float] {
        Array(outputFloats(index))
    }

    /// The memory of a float32 input, which stays where it is as long as the session.
    package func inputFloats(_ index: Int) -> UnsafeMutableBufferPointer<Float> {
        plan.inputs[index].floatBuffer(in: context)
    }

    /// The memory of a float32 output, which stays where it is as long as the session.
    package func outputFloats(_ index: Int) -> UnsafeMutableBufferPointer<Float> {
        plan.outputs[index].floatBuffer(in: context)
    }

    /// The bytes of an input of any type.
    package func inputBytes(_ index: Int) -> UnsafeMutableRawBufferPointer {
        bytes(plan.inputs[index])
    }

    /// The bytes of an output of any type, as the last run left them.
    package func outputBytes(_ index: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(bytes(plan.outputs[index]))
    }

    private func bytes(_ operand: Operand) -> UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(start: operand.address(in: context), count: operand.type.byteCount)
    }
}

/// A plan bound to the memory of a session.
private final class PlanRunner: @unchecked Sendable {
    private let steps: [BoundStep]
    private let team: TeamState
    private let workers: Int
    private let scratch: UnsafeMutableRawPointer
    private let scratchStride: Int
    /// Whether the first worker notes when each step begins.
    var isTimed = false
    private(set) var times: [UInt64]

    init(_ plan: Plan, context: BindingContext, scratch: UnsafeMutableRawPointer, team: ThreadTeam) {
        steps = plan.steps.map { $0.bind(context) }
        self.team = team.shared
        self.scratch = scratch
        scratchStride = plan.pagedScratchByteCount
        workers = context.threadCount
        times = [UInt64](repeating: 0, count: plan.steps.count + 1)
    }

    func work(worker: Int) {
        let saved = tegata_flush_denormals()
        for (index, step) in steps.enumerated() {
            if isTimed && worker == 0 { times[index] = tegata_monotonic_nanoseconds() }
            if let prepare = step.prepare {
                run(prepare, of: step, worker)
                if workers > 1 { team.barrier() }
            }
            run(step.body, of: step, worker)
            // The team itself waits at the end of a run.
            if workers > 1 && index + 1 < steps.count { team.barrier() }
        }
        if isTimed && worker == 0 { times[steps.count] = tegata_monotonic_nanoseconds() }
        tegata_restore_floating_point(saved)
    }

    /// Does the work of all workers.
    func workForAll() {
        let saved = tegata_flush_denormals()
        for step in steps {
            if let prepare = step.prepare {
                for worker in 0..<workers { run(prepare, of: step, worker) }
            }
            for worker in 0..<workers { run(step.body, of: step, worker) }
        }
        tegata_restore_floating_point(saved)
    }

    /// Does a worker's share of a step.
    private func run(_ work: BoundStep.Work, of step: BoundStep, _ worker: Int) {
        let ownScratch = scratch + worker * scratchStride
        for task in step.taskCount * worker / workers..<step.taskCount * (worker + 1) / workers {
            work(task, ownScratch)
        }
    }
}

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
    private let bound: BoundPlan
    /// Those of each step.
    package let phases: [[TeamJob.Phase]]
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
        let bound = BoundPlan(plan, BindingContext(arena: self.memory.base, threadCount: team.count))
        self.bound = bound
        phases = bound.phases(
            Scratch(base: self.memory.base + plan.scratchOffset, stride: plan.pagedScratchByteCount))
        job = TeamJob(phases.flatMap { $0 }, flushesDenormals: true)
    }

    /// The first byte of the memory for values.
    fileprivate var arena: UnsafeMutableRawPointer { memory.base }

    /// The scratch memory of one of the threads.
    fileprivate func scratch(of worker: Int) -> UnsafeMutableRawPointer {
        precondition(worker >= 0 && worker < team.count, "no such thread")
        return memory.base + plan.scratchOffset + worker * plan.pagedScratchByteCount
    }

    /// Bytes for tensors and for the scratch memory of all threads.
    public var memoryByteCount: Int { plan.arenaByteCount + plan.scratchByteCount * team.count }

    /// Computes the outputs from the inputs, which keep their values.
    public func run() {
        team.run(job)
    }

    /// As ``run()``, and returns the nanoseconds that each step took.
    package func profile() -> [UInt64] {
        let jobs = phases.map { TeamJob($0, flushesDenormals: true) }
        var times = [UInt64](repeating: 0, count: jobs.count)
        for (index, job) in jobs.enumerated() {
            let start = tegata_monotonic_nanoseconds()
            team.run(job)
            times[index] = tegata_monotonic_nanoseconds() - start
        }
        return times
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
        plan.inputs[index].floatBuffer(in: bound.context)
    }

    /// The memory of a float32 output, which stays where it is as long as the session.
    package func outputFloats(_ index: Int) -> UnsafeMutableBufferPointer<Float> {
        plan.outputs[index].floatBuffer(in: bound.context)
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
        UnsafeMutableRawBufferPointer(start: operand.address(in: bound.context), count: operand.type.byteCount)
    }
}

/// Runs of a session's network by one of its team's threads alone, while the others do runs of their own. What comes
/// out is the same to the last bit.
package final class WorkerSession: @unchecked Sendable {
    private let session: Session
    /// Nil where the values are those of the session.
    private let memory: AlignedBuffer?
    private let bound: BoundPlan
    private let scratch: UnsafeMutableRawPointer

    /// For the thread `worker`. The first works on the session's own values, the others have an arena each.
    package init(_ session: Session, worker: Int) {
        self.session = session
        memory =
            worker == 0
            ? nil : AlignedBuffer(byteCount: session.plan.arenaByteCount, alignment: Plan.pageSize)
        let arena = memory?.base ?? session.arena
        bound = BoundPlan(session.plan, BindingContext(arena: arena, threadCount: 1))
        scratch = session.scratch(of: worker)
    }

    /// Computes the outputs from the inputs; called by the thread that this is for.
    package func run() {
        bound.runAlone(scratch)
    }

    /// The memory of a float32 input.
    package func inputFloats(_ index: Int) -> UnsafeMutableBufferPointer<Float> {
        session.plan.inputs[index].floatBuffer(in: bound.context)
    }

    /// The memory of a float32 output.
    package func outputFloats(_ index: Int) -> UnsafeMutableBufferPointer<Float> {
        session.plan.outputs[index].floatBuffer(in: bound.context)
    }
}

/// Where the scratch memory of the first thread is, and how far apart the others' is.
private struct Scratch: @unchecked Sendable {
    let base: UnsafeMutableRawPointer
    let stride: Int

    subscript(_ index: Int) -> UnsafeMutableRawPointer { base + index * stride }
}

/// A plan bound to the memory of a session.
private final class BoundPlan: @unchecked Sendable {
    let context: BindingContext
    private let steps: [BoundStep]

    init(_ plan: Plan, _ context: BindingContext) {
        self.context = context
        steps = plan.steps.map { $0.bind(context) }
    }

    /// What threads do for each step.
    func phases(_ scratch: Scratch) -> [[TeamJob.Phase]] {
        steps.map { step in
            let body = step.body
            guard let prepare = step.prepare else {
                return [TeamJob.Phase(taskCount: step.taskCount) { task, worker in body(task, scratch[worker]) }]
            }
            // What one thread prepares another may use.
            return [
                TeamJob.Phase(taskCount: step.taskCount) { task, _ in prepare(task, scratch[task]) },
                TeamJob.Phase(taskCount: step.taskCount) { task, _ in body(task, scratch[task]) },
            ]
        }
    }

    /// Does everything on the thread that calls this.
    func runAlone(_ scratch: UnsafeMutableRawPointer) {
        let saved = tegata_flush_denormals()
        for step in steps {
            for task in 0..<step.taskCount { step.body(task, scratch) }
        }
        tegata_restore_floating_point(saved)
    }
}

/// Memory that sessions share which run one after the other: what one has left in its inputs and outputs is gone when
/// another one has been given inputs or has run.
package struct SessionMemory: Sendable {
    let buffer: AlignedBuffer

    /// Enough for a session of any one of the networks.
    package init(for networks: [Network], team: ThreadTeam) {
        self.init(for: networks.map { $0.plan }, threadCount: team.count)
    }

    init(for plans: [Plan], threadCount: Int) {
        buffer = AlignedBuffer(
            byteCount: plans.reduce(0) { max($0, $1.sessionByteCount(threadCount: threadCount)) },
            alignment: Plan.pageSize)
    }
}

extension Plan {
    /// How arenas are aligned, so that scratch memory lies to them as it should.
    static var pageSize: Int { 4096 }

    private static func paged(_ byteCount: Int) -> Int { (byteCount + pageSize - 1) / pageSize * pageSize }

    /// Bytes of an arena and as many scratch areas.
    func sessionByteCount(threadCount: Int) -> Int { scratchOffset + pagedScratchByteCount * threadCount }

    /// Half a page off: rows of pictures are often whole pages long, and those in scratch memory would meet those in the
    /// arena in the same few lines of the nearest cache.
    var scratchOffset: Int { Self.paged(arenaByteCount) + Self.pageSize / 2 }

    /// Scratch areas are on pages of their own, so that threads do not write to the same lines.
    var pagedScratchByteCount: Int { Self.paged(scratchByteCount) }
}

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
    package let memory: SessionMemory
    private let context: BindingContext
    /// What threads do, for each step once, or twice if it is prepared.
    package let phases: [TeamJob.Phase]
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
        self.memory = memory
        context = BindingContext(arena: memory.buffer.base, threadCount: team.count)
        phases = plan.phases(in: context, memory.buffer.base + plan.scratchOffset)
        job = TeamJob(phases, flushesDenormals: true)
    }

    /// Bytes for tensors and for the scratch memory of all threads.
    public var memoryByteCount: Int { plan.arenaByteCount + plan.scratchByteCount * team.count }

    /// Computes the outputs from the inputs, which keep their values.
    public func run() {
        team.run(job)
    }

    /// As ``run()``, and returns the nanoseconds that each step took.
    package func profile() -> [UInt64] {
        var rest = phases[...]
        let jobs = plan.steps.map { step in
            let count = step.bind(context).prepare == nil ? 1 : 2
            defer { rest = rest.dropFirst(count) }
            return TeamJob(Array(rest.prefix(count)), flushesDenormals: true)
        }
        return jobs.map { job in
            let start = tegata_monotonic_nanoseconds()
            team.run(job)
            return tegata_monotonic_nanoseconds() - start
        }
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
    /// What threads do for each step. `scratch` is the memory of the first thread; that of the others lies behind it.
    fileprivate func phases(in context: BindingContext, _ scratch: UnsafeMutableRawPointer) -> [TeamJob.Phase] {
        nonisolated(unsafe) let scratch = scratch
        let stride = pagedScratchByteCount
        var phases: [TeamJob.Phase] = []
        for step in steps {
            let bound = step.bind(context)
            let body = bound.body
            guard let prepare = bound.prepare else {
                phases.append(
                    TeamJob.Phase(taskCount: bound.taskCount) { task, worker in body(task, scratch + worker * stride) })
                continue
            }
            // What one thread prepares another may use.
            for work in [prepare, body] {
                phases.append(
                    TeamJob.Phase(taskCount: bound.taskCount) { task, _ in work(task, scratch + task * stride) })
            }
        }
        return phases
    }

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

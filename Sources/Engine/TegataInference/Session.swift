import CTegataShims
import TegataBuffers
import TegataGraph

/// The memory for running a network: its inputs, intermediate results and outputs.
///
/// Only one thread at a time may use a session; several sessions of a network share its weights. After the first run, a
/// session allocates nothing.
public final class Session {
    /// The threads that work on each run.
    public let team: ThreadTeam
    let plan: Plan
    /// The arena, followed by each thread's scratch memory.
    package let memory: SessionMemory
    private let context: BindingContext
    /// The threads' work: one phase for each step, or two if the step needs preparation.
    package let phases: [TeamJob.Phase]
    private let job: TeamJob

    /// Creates a session for `network`. The threads of `team` work on its runs.
    public convenience init(_ network: Network, team: ThreadTeam) {
        self.init(network.plan, team: team)
    }

    /// Creates a session for `network` in memory that other sessions use before and after it.
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
        phases = plan.phases(in: context, memory.buffer.base + plan.scratchOffset, team.trace, team.count)
        job = TeamJob(phases, flushesDenormals: true)
    }

    /// The memory in bytes for tensors and the scratch memory of all threads.
    public var memoryByteCount: Int { plan.arenaByteCount + plan.scratchByteCount * team.count }

    /// Computes the outputs from the inputs, which keep their values.
    public func run() {
        team.run(job)
    }

    /// Returns a function that runs the network, which the team's trace shows under this name.
    package func recordedRun(_ name: String) -> () -> Void {
        team.trace?.recording(name) { self.run() } ?? { self.run() }
    }

    /// Runs the network like ``run()``. Returns the time that each step took in nanoseconds.
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

    /// Calls `body` with the elements of an input of type float32. Its values are kept for all later runs until they
    /// are overwritten.
    public func withInput<Result, Failure: Error>(
        _ index: Int, _ body: (inout MutableSpan<Float>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var span = MutableSpan(_unsafeElements: inputFloats(index))
        return try body(&span)
    }

    /// Calls `body` with the elements of an output of type float32, as the last run left them.
    public func withOutput<Result, Failure: Error>(
        _ index: Int, _ body: (Span<Float>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(Span(_unsafeElements: UnsafeBufferPointer(outputFloats(index))))
    }

    /// Returns a copy of an output of type float32.
    public func output(_ index: Int) -> [Float] {
        Array(outputFloats(index))
    }

    /// Returns the memory of a float32 input, which does not move during the session's lifetime.
    package func inputFloats(_ index: Int) -> UnsafeMutableBufferPointer<Float> {
        plan.inputs[index].floatBuffer(in: context)
    }

    /// Returns the memory of a float32 output, which does not move during the session's lifetime.
    package func outputFloats(_ index: Int) -> UnsafeMutableBufferPointer<Float> {
        plan.outputs[index].floatBuffer(in: context)
    }

    /// Returns the bytes of an input of any type.
    package func inputBytes(_ index: Int) -> UnsafeMutableRawBufferPointer {
        bytes(plan.inputs[index])
    }

    /// Returns the bytes of an output of any type, as the last run left them.
    package func outputBytes(_ index: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(bytes(plan.outputs[index]))
    }

    private func bytes(_ operand: Operand) -> UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(start: operand.address(in: context), count: operand.type.byteCount)
    }
}

/// Memory for sessions that run one after another. The contents of a session's inputs and outputs are lost when another
/// session is run or its inputs are written.
package struct SessionMemory: Sendable {
    let buffer: AlignedBuffer

    /// Creates memory that is large enough for a session of any of the networks.
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
    /// Returns the threads' work for each step. `scratch` is the first thread's memory; the other threads' memory
    /// follows it.
    fileprivate func phases(
        in context: BindingContext, _ scratch: UnsafeMutableRawPointer, _ trace: Trace?, _ threadCount: Int
    ) -> [TeamJob.Phase] {
        nonisolated(unsafe) let scratch = scratch
        let stride = pagedScratchByteCount
        var phases: [TeamJob.Phase] = []
        let laps = threadCount == 1 ? Trace.Laps() : nil
        for (index, step) in steps.enumerated() {
            let bound = step.bind(context)
            let body = bound.body
            func add(
                isPreparation: Bool = false, _ work: @escaping @Sendable (_ task: Int, _ worker: Int) -> Void
            ) {
                let phase = TeamJob.Phase(taskCount: bound.taskCount, work)
                guard let trace else { return phases.append(phase) }
                let label = step.label(index, taskCount: bound.taskCount, isPreparation: isPreparation)
                phases.append(trace.recording(label, phase, laps))
            }
            guard let prepare = bound.prepare else {
                add { task, worker in body(task, scratch + worker * stride) }
                continue
            }
            // Scratch memory belongs to the task, because one thread may use what another one has prepared.
            add(isPreparation: true) { task, _ in prepare(task, scratch + task * stride) }
            add { task, _ in body(task, scratch + task * stride) }
        }
        return phases
    }

    /// The alignment of arenas in bytes, which fixes the position of scratch memory relative to them.
    static var pageSize: Int { 4096 }

    private static func paged(_ byteCount: Int) -> Int { (byteCount + pageSize - 1) / pageSize * pageSize }

    /// Returns the size in bytes of an arena with scratch memory for each thread.
    func sessionByteCount(threadCount: Int) -> Int { scratchOffset + pagedScratchByteCount * threadCount }

    /// The offset of scratch memory in bytes, half a page from a page boundary. Image rows are often whole pages long,
    /// so rows in scratch memory and in the arena would otherwise compete for the same few lines of the nearest cache.
    var scratchOffset: Int { Self.paged(arenaByteCount) + Self.pageSize / 2 }

    /// The size in bytes of a scratch area, in whole pages, so that threads do not write to the same cache lines.
    var pagedScratchByteCount: Int { Self.paged(scratchByteCount) }
}

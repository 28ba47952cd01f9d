import TegataInference

/// A network as the pipeline runs it: inputs and outputs at fixed addresses, and a function that computes the outputs.
package struct NetworkRunner {
    package let inputs: [UnsafeMutableBufferPointer<Float>]
    package let outputs: [UnsafeBufferPointer<Float>]
    package let run: () -> Void
    /// Creates a runner for a single thread of the team, which may run at the same time as the other threads' runners.
    /// The first thread's runner shares this runner's inputs and outputs. Nil if the network cannot run on a single
    /// thread.
    package let alone: ((_ worker: Int) -> NetworkRunner)?
    /// Encodes the input for a network that the caller runs; nil if it takes floats.
    let encoder: RowEncoder?
    /// The network that the caller runs; nil if the engine runs it.
    let external: ExternalRunner?

    package init(
        inputs: [UnsafeMutableBufferPointer<Float>], outputs: [UnsafeBufferPointer<Float>], run: @escaping () -> Void
    ) {
        self.init(inputs: inputs, outputs: outputs, encoder: nil, external: nil, run: run)
    }

    init(
        inputs: [UnsafeMutableBufferPointer<Float>], outputs: [UnsafeBufferPointer<Float>], encoder: RowEncoder?,
        external: ExternalRunner?, run: @escaping () -> Void
    ) {
        self.inputs = inputs
        self.outputs = outputs
        self.encoder = encoder
        self.external = external
        self.run = run
        alone = nil
    }

    /// Creates a session for a network, using shared memory or, if `memory` is nil, its own. Traces
    /// show its runs under this name.
    package init(
        _ network: Network, _ name: String = "network", team: ThreadTeam, in memory: SessionMemory? = nil
    ) {
        let session = memory.map { Session(network, team: team, in: $0) } ?? Session(network, team: team)
        inputs = network.inputs.indices.map { session.inputFloats($0) }
        // The outputs in use have already been checked; later outputs may have any type.
        let floats = network.outputs.prefix { $0.isFloat }.indices
        outputs = floats.map { UnsafeBufferPointer(session.outputFloats($0)) }
        run = session.recordedRun(name)
        encoder = nil
        external = nil
        alone = { worker in
            NetworkRunner(
                network, name, team: ThreadTeam(count: 1, trace: team.trace), in: worker == 0 ? session.memory : nil)
        }
    }
}

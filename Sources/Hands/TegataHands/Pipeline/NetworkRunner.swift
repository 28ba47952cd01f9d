import TegataInference

/// A network as the pipeline runs it: inputs and outputs at fixed addresses, and a function that computes the outputs.
package struct NetworkRunner {
    package let inputs: [UnsafeMutableBufferPointer<Float>]
    package let outputs: [UnsafeBufferPointer<Float>]
    package let run: () -> Void
    /// Creates a runner for a single thread of the team, which may run at the same time as those of other threads. The
    /// first thread's runner shares the inputs and outputs of this one. Nil if threads cannot run the network alone.
    package let alone: ((_ worker: Int) -> NetworkRunner)?

    package init(
        inputs: [UnsafeMutableBufferPointer<Float>], outputs: [UnsafeBufferPointer<Float>], run: @escaping () -> Void
    ) {
        self.inputs = inputs
        self.outputs = outputs
        self.run = run
        alone = nil
    }

    /// Creates a session of a network, in shared memory or, if `memory` is nil, in its own.
    package init(_ network: Network, team: ThreadTeam, in memory: SessionMemory? = nil) {
        let session = memory.map { Session(network, team: team, in: $0) } ?? Session(network, team: team)
        inputs = network.inputs.indices.map { session.inputFloats($0) }
        // The outputs that are used have been checked; later outputs may have any type.
        let floats = network.outputs.prefix { $0.isFloat }.indices
        outputs = floats.map { UnsafeBufferPointer(session.outputFloats($0)) }
        run = { session.run() }
        alone = { worker in
            NetworkRunner(network, team: ThreadTeam(count: 1), in: worker == 0 ? session.memory : nil)
        }
    }
}

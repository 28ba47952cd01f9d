import TegataInference

/// A network as the pipeline runs it: memory for inputs and outputs that stays where it is, and a way to compute one
/// from the other.
package struct NetworkRunner {
    package let inputs: [UnsafeMutableBufferPointer<Float>]
    package let outputs: [UnsafeBufferPointer<Float>]
    package let run: () -> Void
    /// Makes the same for runs by one thread of the team alone, at the same time as the others'. The first thread's has
    /// the inputs and outputs of this one.
    package let alone: ((_ worker: Int) -> NetworkRunner)?

    package init(
        inputs: [UnsafeMutableBufferPointer<Float>], outputs: [UnsafeBufferPointer<Float>], run: @escaping () -> Void
    ) {
        self.inputs = inputs
        self.outputs = outputs
        self.run = run
        alone = nil
    }

    /// A new session of a network, in memory that it shares or has for itself.
    package init(_ network: Network, team: ThreadTeam, in memory: SessionMemory? = nil) {
        let session = memory.map { Session(network, team: team, in: $0) } ?? Session(network, team: team)
        inputs = network.inputs.indices.map { session.inputFloats($0) }
        // Those that are wanted have been checked; what comes behind them may have any type.
        let floats = network.outputs.prefix { $0.isFloat }.indices
        outputs = floats.map { UnsafeBufferPointer(session.outputFloats($0)) }
        run = { session.run() }
        alone = { worker in
            NetworkRunner(network, team: ThreadTeam(count: 1), in: worker == 0 ? session.memory : nil)
        }
    }
}

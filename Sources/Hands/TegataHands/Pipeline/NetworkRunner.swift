import TegataInference

/// A network as the pipeline runs it: memory for inputs and outputs that stays where it is, and a way to compute one
/// from the other.
package struct NetworkRunner {
    package let inputs: [UnsafeMutableBufferPointer<Float>]
    package let outputs: [UnsafeBufferPointer<Float>]
    package let run: () -> Void

    package init(
        inputs: [UnsafeMutableBufferPointer<Float>], outputs: [UnsafeBufferPointer<Float>], run: @escaping () -> Void
    ) {
        self.inputs = inputs
        self.outputs = outputs
        self.run = run
    }

    /// A new session of a network.
    package init(_ network: Network, team: ThreadTeam) {
        let session = Session(network, team: team)
        inputs = network.inputs.indices.map { session.inputFloats($0) }
        outputs = network.outputs.indices.map { UnsafeBufferPointer(session.outputFloats($0)) }
        run = { session.run() }
    }
}

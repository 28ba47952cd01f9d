import TegataBuffers
import TegataInference

/// Runs the network on one thread, with inputs that follow each other, and passes on each of its outputs. Returns 0, or
/// another value after a message.
@_cdecl("tegata_run_network")
public func runNetwork(
    model: UnsafeRawPointer, modelSize: Int, inputs: UnsafePointer<Float>, inputCount: Int,
    output: @convention(c) (UnsafePointer<CChar>, UnsafePointer<Float>, Int) -> Void,
    message: @convention(c) (UnsafePointer<CChar>) -> Void
) -> Int32 {
    let network: Network
    do {
        network = try Network(Bytes([UInt8](UnsafeRawBufferPointer(start: model, count: modelSize))), file: "MODEL")
    } catch {
        message(error.description)
        return 1
    }
    let session = Session(network, team: ThreadTeam(count: 1))
    let count = network.inputs.reduce(0) { $0 + $1.count }
    guard count == inputCount else {
        message("INPUTS has \(inputCount) floats; the network takes \(count)")
        return 1
    }
    var input = inputs
    for (index, description) in network.inputs.enumerated() {
        session.withInput(index) { values in
            for place in 0..<description.count { values[place] = input[place] }
        }
        input += description.count
    }
    session.run()
    for (index, description) in network.outputs.enumerated() {
        session.withOutput(index) { values in
            values.withUnsafeBufferPointer { output(description.name, $0.baseAddress!, $0.count) }
        }
    }
    return 0
}

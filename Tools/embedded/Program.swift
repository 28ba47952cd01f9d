import TegataBuffers
import TegataInference

/// Runs the network on one thread and hands over each of its outputs; returns 0, or after a message something else.
@_cdecl("tegata_run_network")
public func runNetwork(
    model: UnsafeRawPointer, modelSize: Int, input: UnsafePointer<Float>, inputCount: Int,
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
    guard network.inputs[0].count == inputCount else {
        message("INPUT has \(inputCount) floats; the network takes \(network.inputs[0].count)")
        return 1
    }
    session.withInput(0) { values in
        for index in 0..<inputCount { values[index] = input[index] }
    }
    session.run()
    for (index, description) in network.outputs.enumerated() {
        session.withOutput(index) { values in
            values.withUnsafeBufferPointer { output(description.name, $0.baseAddress!, $0.count) }
        }
    }
    return 0
}

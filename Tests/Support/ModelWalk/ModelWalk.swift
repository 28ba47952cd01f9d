import TegataBuffers
import TegataFormats

/// Opens a bundle or network and reads everything in it. Calls `visit` with every network.
package func walk(
    _ bytes: Bytes, file: String,
    visit: (NetworkFile) throws(ModelFormatError) -> Void = { _ throws(ModelFormatError) in }
) throws(ModelFormatError) {
    guard file.hasSuffix(".task") else {
        try visitNetwork(NetworkFile(bytes: bytes, file: file), visit)
        return
    }
    let bundle = try TaskBundle(bytes: bytes, file: file)
    // Continues after a bad member, so that the other members are read as well.
    var failure: ModelFormatError?
    for member in try bundle.allMembers() where member.path.last?.hasSuffix(".tflite") == true {
        do throws(ModelFormatError) {
            try visitNetwork(member.network(), visit)
        } catch {
            failure = error
        }
    }
    for role in TaskBundle.Role.allCases where bundle.has(role) {
        _ = try bundle.network(role)
    }
    if let failure { throw failure }
}

private func visitNetwork(
    _ network: NetworkFile, _ visit: (NetworkFile) throws(ModelFormatError) -> Void
) throws(ModelFormatError) {
    for subgraph in network.model.subgraphs {
        for operation in subgraph.operators {
            for slot in 0..<8 {
                let field = FlatBufferField(slot)
                _ = try? operation.options?.int32(field, default: 0)
                _ = try? operation.options?.intVector(field, atMost: 8)
                _ = try? operation.options?.string(field, atMost: 8)
                _ = try? operation.options?.table(field)
            }
        }
    }
    for index in 0..<4 {
        _ = network.normalization(ofInput: index)
        _ = network.scoreThreshold(ofOutput: index)
        _ = try network.labels(ofOutput: index)
    }
    if let archive = try network.appendedArchive() {
        for member in archive.members { _ = try archive.data(of: member) }
    }
    try visit(network)
}

import TegataBuffers
import TegataFormats
import TegataGraph
import TegataInference

extension NetworkFile {
    /// Returns the network without the channels that have no effect; nil if there are none. `remark` is added to the
    /// description.
    package func withoutDeadChannels(remark: String? = nil) throws(QuantizationError) -> NetworkFile? {
        let graph: LoweredGraph
        do { graph = LoweredGraph(try Graph(model, file: file)) } catch { throw .network(.graph(error)) }
        var slices: [Int: TFLiteSlices] = [:]
        for cut in ChannelCut.all(in: graph) {
            let parts = cut.parts(in: graph)
            // Other operators need the whole of a constant that they share, and a tensor can keep slices along only one
            // axis.
            let isAlone = parts.allSatisfy { part in
                slices[part.value] == nil
                    && (graph.values[part.value].constant == nil
                        || userCount(of: part.value) == parts.filter { $0.value == part.value }.count)
            }
            guard isAlone else { continue }
            for part in parts { slices[part.value] = TFLiteSlices(axis: part.axis, kept: cut.kept) }
        }
        guard !slices.isEmpty else { return nil }
        do {
            return try NetworkFile(bytes: Bytes(model.replacing(keeping: slices, remark: remark)), file: file)
        } catch { throw .format(error) }
    }

    /// The number of operators that read a tensor.
    private func userCount(of tensor: Int) -> Int {
        model.subgraphs[0].operators.filter { $0.inputs.contains(tensor) }.count
    }
}

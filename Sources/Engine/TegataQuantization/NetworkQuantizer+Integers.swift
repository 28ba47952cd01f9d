import TegataFormats
import TegataGraph
import TegataInference

extension NetworkQuantizer {
    /// Returns the network with operators that compute with integers, by the specification of LiteRT's quantised
    /// operators.
    ///
    /// - Parameters:
    ///   - inputRange: The range of the network's input.
    ///   - wideCount: The number of operators at the start that need activations of 16 bits. The others have 8 bits,
    ///     except PRELU and the heads.
    ///   - hasIntegerInterface: Whether inputs and outputs are integers, too, instead of float32.
    package func writeIntegers(
        for inputs: [[Float]], inputRange: ClosedRange<Float>, wideCount: Int, hasIntegerInterface: Bool,
        remark: String,
        progress: () -> Void
    ) throws(QuantizationError) -> [UInt8] {
        let weights = try chooseWeights(for: inputs, progress: progress)
        var bytes: [Int: TFLiteByteWeights] = [:]
        for (product, weights) in zip(products, weights) { bytes[product.filter] = weights }
        let tensors = graph.nodes.flatMap(\.outputs)
        guard tensors.allSatisfy({ graph.values[$0].type.element == .float32 }) else { throw .interface(file: file) }
        var writer = IntegerNetworkWriter(
            model: model, graph: graph, weights: bytes, ranges: try ranges(of: tensors, for: inputs),
            inputRange: inputRange, wideCount: wideCount, hasIntegerInterface: hasIntegerInterface)
        let composition = try writer.compose()
        do { return try composition.file(like: model, remark: remark) } catch { throw .format(error) }
    }

    /// Returns the values of tensors on the inputs. The network is run with these tensors as its outputs.
    private func ranges(
        of tensors: [Int], for inputs: [[Float]]
    ) throws(QuantizationError) -> [Int: ActivationRange] {
        let session = try session(model.returning(tensors), options)
        var ranges = tensors.map { ActivationRange(channels: graph.values[$0].type.shape.dimensions.last ?? 1) }
        for input in inputs {
            try run(session, input)
            for index in tensors.indices { ranges[index].add(UnsafeBufferPointer(session.outputFloats(index))) }
        }
        guard ranges.allSatisfy({ $0.lowest.isFinite && $0.highest.isFinite }) else { throw .notFinite(file: file) }
        return Dictionary(zip(tensors, ranges)) { first, _ in first }
    }
}

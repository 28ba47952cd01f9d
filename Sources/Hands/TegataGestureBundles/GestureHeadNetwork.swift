import TegataBuffers
import TegataClassifiers
import TegataFormats

/// Builds a bundle's custom gesture network from a head: multiplications, additions with ReLU, fully connected layers
/// and softmax, with metadata and labels.
///
/// The last layer's weights include the temperature. The network cannot represent the head's novelty model.
enum GestureHeadNetwork {
    static func bytes(_ head: EmbeddingHead) throws(GestureBundleError) -> [UInt8] {
        let head = head.head
        try GestureBundleWriter.check(labels: head.labels, background: head.background)
        var writer = TFLiteWriter()
        let input = writer.row("serving_default_hand_embedding:0", count: EmbeddingHead.embeddingCount)
        var (value, count) = (input, EmbeddingHead.embeddingCount)
        let order = order(of: head)
        let layers = head.network.layers
        var index = 0
        while index < layers.count {
            let isFollowedByReLU = index + 1 < layers.count && layers[index + 1] == .relu
            let activation = isFollowedByReLU ? TFLiteWriter.Activation.relu : .none
            switch layers[index] {
            case .affine(let scale, let shift):
                let scale = writer.constant("layer\(index)/scale", shape: [count], scale)
                let scaled = writer.row("layer\(index)/scaled", count: count)
                writer.apply(.mul, [value, scale], to: scaled)
                let shift = writer.constant("layer\(index)/shift", shape: [count], shift)
                value = writer.row("layer\(index)/normalized", count: count)
                writer.apply(.add, [scaled, shift], to: value, activation: activation)
            case .dense(let weights, let bias):
                let isLast = index == layers.count - 1
                let outputs = isLast ? order : Array(bias.indices)
                let divisor = isLast ? head.temperature : 1
                let rows = outputs.flatMap { output in
                    (0..<count).map { weights[$0 * bias.count + output] / divisor }
                }
                let weights = writer.constant("layer\(index)/weights", shape: [bias.count, count], rows)
                let sums = writer.constant(
                    "layer\(index)/bias", shape: [bias.count], outputs.map { bias[$0] / divisor })
                count = bias.count
                let result = writer.row("layer\(index)/sums", count: count)
                writer.apply(.fullyConnected, [value, weights, sums], to: result, activation: activation)
                value = result
            case .relu:
                let result = writer.row("layer\(index)/positive", count: count)
                writer.apply(.relu, [value], to: result)
                value = result
            default: throw .network
            }
            index += isFollowedByReLU && layers[index] != .relu ? 2 : 1
        }
        guard case .dense = layers.last else { throw .network }
        let output = writer.row("StatefulPartitionedCall:0", count: count)
        writer.apply(.softmax, [value], to: output)
        let threshold =
            head.confidenceThreshold > 0 ? head.confidenceThreshold : GestureBundleWriter.usualScoreThreshold
        let network = writer.finish(
            input: (input, "hand_embedding"), output: (output, "custom_gesture_recognizer_out"),
            metadata: GestureMetadataWriter.bytes(scoreThreshold: threshold))
        var archive = ZipWriter(after: Bytes(network))
        let lines = order.map { $0 == head.background ? GestureBundleWriter.backgroundLabel : head.labels[$0] }
        do {
            try archive.append(GestureMetadataWriter.labelFile, Bytes(Array(lines.joined(separator: "\n").utf8)))
        } catch { throw .bundle(error) }
        return archive.finish()
    }

    /// Returns the order of the labels: the background comes first, and the others keep their order.
    private static func order(of head: ClassifierHead) -> [Int] {
        guard let background = head.background else { return Array(head.labels.indices) }
        return [background] + head.labels.indices.filter { $0 != background }
    }
}

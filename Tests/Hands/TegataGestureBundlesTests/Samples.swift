import TegataBuffers
import TegataClassifiers
import TegataFormats
import TegataTestSupport

enum Samples {
    /// Returns a head whose numbers all differ; `widths` are the widths of the hidden layers.
    static func head(
        labels: [String] = ["wave", "none", "fist"], background: Int? = 1, widths: [Int] = [], temperature: Float = 1,
        threshold: Float = 0
    ) -> EmbeddingHead {
        var number: UInt32 = 7
        func floats(_ count: Int) -> [Float] {
            (0..<count).map { _ in
                number = number &* 1_664_525 &+ 1_013_904_223
                return Float(number >> 16) / 65_536 - 0.5
            }
        }
        var layers: [ClassifierLayer] = []
        var inputs = EmbeddingHead.embeddingCount
        for outputs in widths + [labels.count] {
            layers += [
                .affine(scale: floats(inputs), shift: floats(inputs)), .relu,
                .dense(weights: floats(inputs * outputs), bias: floats(outputs)),
            ]
            inputs = outputs
        }
        let network = ClassifierNetwork(
            input: LayerShape(frames: 1, channels: EmbeddingHead.embeddingCount), layers: layers)!
        var card = ModelCard()
        card.seed = 3
        let head = ClassifierHead(
            labels: labels, background: background, network: network, temperature: temperature,
            confidenceThreshold: threshold)!
        return EmbeddingHead(head: head, card: card)!
    }

    /// Returns a network that consists only of an input, which is its output as well.
    private static func network(_ shape: [Int]) -> Bytes {
        var builder = TFLiteBuilder()
        builder.inputs = [builder.tensor("in", shape)]
        builder.outputs = builder.inputs
        return Bytes(builder.bytes())
    }

    /// Returns a gesture bundle whose networks do nothing.
    static func bundle(embeddingCount: Int = 128, roles: [TaskBundle.Role] = TaskBundle.Role.allCases) throws -> Bytes {
        var writer = ZipWriter()
        for role in roles {
            try writer.append(role.memberName, network([1, role == .gestureEmbedder ? embeddingCount : 3]))
        }
        return Bytes(writer.finish())
    }
}

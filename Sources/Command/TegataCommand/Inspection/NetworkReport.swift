import TegataBuffers
import TegataFormats
import TegataGraph
import TegataInference

/// The report of `inspect` on one network.
struct NetworkReport {
    /// The path that the user specified; for a network in a bundle, followed by `:` and the member.
    let name: String
    let file: NetworkFile
    let inputs: [Tensor]
    let outputs: [Tensor]
    /// The size of the constants in bytes.
    let parameterByteCount: Int
    let operators: [OperatorCount]
    /// Nil if Tegata cannot run the network.
    let multiplyAccumulates: Int?
    /// The number of channels between convolutions around a depthwise one, and how many of them affect the result; nil
    /// if Tegata cannot run the network.
    let channels: (count: Int, needed: Int)?
    /// Why Tegata cannot run the network; nil if it can.
    let problem: String?
    /// Files appended to the network.
    let appendedFiles: [ZipMember]

    struct Tensor {
        let name: String
        let type: String
        let shape: [Int]
        let metadata: TensorMetadata?
        /// Nil for tensors that are not images.
        let normalization: Normalization?
        let scoreThreshold: Float?
        let labels: [String]
    }

    struct OperatorCount {
        let name: String
        var count = 0
        /// Nil if Tegata cannot run the network.
        var multiplyAccumulates: Int?
    }

    init(_ file: NetworkFile, name: String) throws(ModelFormatError) {
        self.name = name
        self.file = file
        let subgraph = file.model.subgraphs[0]
        var inputs: [Tensor] = []
        for (index, tensor) in subgraph.inputs.enumerated() {
            let metadata = file.inputMetadata(index)
            let hasNormalization =
                metadata?.processUnits.contains { if case .normalization = $0 { true } else { false } } ?? false
            inputs.append(
                Tensor(
                    subgraph.tensors[tensor], metadata,
                    normalization: hasNormalization ? file.normalization(ofInput: index) : nil))
        }
        let labels = try file.labelsOfOutputs()
        var outputs: [Tensor] = []
        for (index, tensor) in subgraph.outputs.enumerated() {
            outputs.append(
                Tensor(
                    subgraph.tensors[tensor], file.outputMetadata(index),
                    scoreThreshold: file.scoreThreshold(ofOutput: index),
                    labels: labels[index]))
        }
        self.inputs = inputs
        self.outputs = outputs
        parameterByteCount = Self.parameterByteCount(file.model)
        appendedFiles = try file.appendedArchive()?.members.filter { !$0.isFolder } ?? []

        let graph = Result { () throws(GraphError) in try Graph(file.model, file: file.file) }
        var operators: [OperatorCount] = []
        var places: [String: Int] = [:]
        for entry in file.model.subgraphs.flatMap(\.operators) {
            let index = places[entry.code.name] ?? operators.count
            if index == operators.count {
                operators.append(OperatorCount(name: entry.code.name))
                places[entry.code.name] = index
            }
            operators[index].count += 1
        }
        switch graph {
        case .success(let graph):
            problem = nil
            multiplyAccumulates = graph.multiplyAccumulates
            channels = ChannelCut.channels(of: LoweredGraph(graph))
            for index in operators.indices { operators[index].multiplyAccumulates = 0 }
            for node in graph.nodes {
                guard let index = places[node.place.operatorName] else { continue }
                let sum = operators[index].multiplyAccumulates ?? 0
                operators[index].multiplyAccumulates = sum.clampedSum(with: node.bound.multiplyAccumulates)
            }
        case .failure(let error):
            let prefix = file.file + ": "
            problem =
                error.description.hasPrefix(prefix)
                ? String(error.description.dropFirst(prefix.count)) : error.description
            multiplyAccumulates = nil
            channels = nil
        }
        self.operators = operators.sorted {
            ($0.multiplyAccumulates ?? 0, $0.count, $1.name) > ($1.multiplyAccumulates ?? 0, $1.count, $0.name)
        }
    }

    private static func parameterByteCount(_ model: TFLiteModel) -> Int {
        var isCounted = [Bool](repeating: false, count: model.buffers.count)
        var sum = 0
        for tensor in model.subgraphs.flatMap(\.tensors) where !isCounted[tensor.bufferIndex] {
            isCounted[tensor.bufferIndex] = true
            sum += model.buffers[tensor.bufferIndex].count
        }
        return sum
    }
}

extension NetworkReport.Tensor {
    fileprivate init(
        _ tensor: TFLiteTensor, _ metadata: TensorMetadata?, normalization: Normalization? = nil,
        scoreThreshold: Float? = nil,
        labels: [String] = []
    ) {
        name = tensor.name
        type = tensor.type.name.lowercased()
        shape = tensor.shapeSignature ?? tensor.shape
        self.metadata = metadata
        self.normalization = normalization
        self.scoreThreshold = scoreThreshold
        self.labels = labels
    }
}

extension TensorContent {
    /// A short description.
    var summary: String {
        switch self {
        case .feature: "feature"
        case .image(let space, let size): space.summary + (size.map { " \($0.width)×\($0.height)" } ?? "")
        case .boundingBox: "bounding boxes"
        case .audio(let rate, let channels): "audio, \(rate) Hz, \(channels) channels"
        case .unknown(let kind): "content of type \(kind)"
        }
    }
}

extension TensorContent.ColorSpace {
    fileprivate var summary: String {
        switch self {
        case .rgb: "RGB picture"
        case .grayscale: "grey picture"
        case .unknown: "picture"
        }
    }
}

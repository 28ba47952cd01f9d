import ModelWalk
import NetworkGrammar
import TegataBuffers
import TegataFormats
import TegataInference
import TegataQuantization

extension FuzzTarget {
    static let models = [
        FuzzTarget("zip") { (bytes) throws(ModelFormatError) in
            let archive = try ZipArchive(bytes: bytes, file: "file.zip")
            for member in archive.members {
                use(try? archive.data(of: member))
                if try archive.holdsArchive(member) { use(try? archive.archive(in: member).members) }
            }
        },
        FuzzTarget("tflite") { (bytes) throws(ModelFormatError) in
            try walk(bytes, file: "file.tflite")
        },
        FuzzTarget("metadata") { (bytes) throws(ModelFormatError) in
            use(try ModelMetadata(bytes: bytes, file: "file.tflite"))
        },
        FuzzTarget("bundle") { (bytes) throws(ModelFormatError) in
            try walk(bytes, file: "file.task")
        },
    ]
}

extension FuzzTarget {
    static let networks = [
        // Whole networks chosen by the bytes. On every CPU level, the outputs must equal the naive evaluation.
        FuzzTarget("network") { (bytes) throws(any Error) in
            let choices = bytes.array()
            let network = RandomNetwork(choices: choices, operatorLimit: 8)
            // Skips larger networks, which only take more time.
            guard try NetworkComparison.multiplyAccumulates(of: network) < 1_000_000 else { return }
            let seed = choices.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
            let comparison = try NetworkComparison(network, bound: NetworkComparison.bound, seed: seed)
            guard comparison.worstError <= NetworkComparison.bound, comparison.unequalLevels.isEmpty else {
                fatalError("error \(comparison.worstError), unequal \(comparison.unequalLevels)")
            }
        },
        // Arbitrary files, which are read, planned and run.
        FuzzTarget("graph") { (bytes) throws(any Error) in
            let file = try NetworkFile(bytes: bytes, file: "file.tflite")
            let network = try Network(file.model, file: "file.tflite")
            // Skips larger networks, which only take more time.
            guard network.multiplyAccumulates < 10_000_000 else { return }
            let session = Session(network, team: ThreadTeam(count: 1))
            session.run()
            try quantize(file)
        },
    ]

    /// Gives a network 8-bit weights. The written file must be readable, and run with byte weights or converted
    /// weights.
    private static func quantize(_ file: NetworkFile) throws {
        let quantizer = try NetworkQuantizer(file, team: ThreadTeam(count: 1))
        let count = file.model.subgraphs[0].tensors[file.model.subgraphs[0].inputs[0]].shape.reduce(1, *)
        let inputs = [(0..<count).map { Float($0 % 7) - 2 }]
        for weights in [quantizer.roundWeights(), try quantizer.chooseWeights(for: inputs) {}] {
            let bytes = try quantizer.write(weights, for: Array(quantizer.products.indices))
            for usesBytes in [true, false] {
                do { use(try quantizer.outputs(inputs, bytes: bytes, usesBytes: usesBytes)) } catch {
                    guard case .notFinite = error else { fatalError("\(error)") }
                }
            }
        }
    }
}

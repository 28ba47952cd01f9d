import ModelWalk
import NetworkGrammar
import TegataBuffers
import TegataFormats
import TegataInference

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
        // Whole networks that the bytes choose: outputs are those of the naive evaluation, on every CPU level.
        FuzzTarget("network") { (bytes) throws(any Error) in
            let choices = bytes.array()
            let network = RandomNetwork(choices: choices, operatorLimit: 8)
            // Larger ones only take their time.
            guard try NetworkComparison.multiplyAccumulates(of: network) < 1_000_000 else { return }
            let seed = choices.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
            let comparison = try NetworkComparison(network, bound: NetworkComparison.bound, seed: seed)
            guard comparison.worstError <= NetworkComparison.bound, comparison.unequalLevels.isEmpty else {
                fatalError("error \(comparison.worstError), unequal \(comparison.unequalLevels)")
            }
        },
        // Files as they come: read, planned and run.
        FuzzTarget("graph") { (bytes) throws(any Error) in
            let file = try NetworkFile(bytes: bytes, file: "file.tflite")
            let network = try Network(file.model, file: "file.tflite")
            // Larger ones only take their time.
            guard network.multiplyAccumulates < 10_000_000 else { return }
            let session = Session(network, team: ThreadTeam(count: 1))
            session.run()
        },
    ]
}

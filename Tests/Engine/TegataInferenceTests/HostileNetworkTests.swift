import ModelWalk
import TegataBuffers
import TegataFormats
import TegataInference
import TegataTestSupport
import Testing

/// Loads and runs networks from damaged copies of real files. `TEGATA_MUTATIONS=10000` makes 10,000 of each.
@Suite(.serialized)
struct HostileNetworkTests {
    @Test(.enabled(if: !ModelFiles.present.isEmpty), arguments: ModelFiles.present)
    func survivesMutatedNetworks(name: String) throws {
        let team = ThreadTeam(count: 1)
        var loaded = 0
        let report = HostileFiles(try ModelFiles.bytes(name), file: name)
            .mutations(HostileFiles.mutationCount, seed: 5) { (bytes, file) throws(ModelFormatError) in
                try walk(bytes, file: file) { (network) throws(ModelFormatError) in
                    do throws(NetworkError) {
                        let network = try Network(network.model, file: file)
                        loaded += 1
                        // Networks larger than the originals would only take more time.
                        guard network.multiplyAccumulates < 400_000_000 else { return }
                        Session(network, team: team).run()
                    } catch {
                        #expect(error.description.hasPrefix(name))
                    }
                }
            }
        // A second counts as a hang, because the slowest case takes milliseconds.
        #expect(report.slowestSeconds < 1, "\(name): \(report)")
        #expect(loaded > 0)
        print("\(name): \(report), \(loaded) networks loaded")
    }

    @Test(.enabled(if: !ModelFiles.present.isEmpty), arguments: ModelFiles.present)
    func survivesTruncatedNetworks(name: String) throws {
        let report = HostileFiles(try ModelFiles.bytes(name), file: name)
            .truncations(HostileFiles.truncationCount) { (bytes, file) throws(ModelFormatError) in
                try walk(bytes, file: file) { (network) throws(ModelFormatError) in
                    _ = try? Network(network.model, file: file)
                }
            }
        #expect(report.slowestSeconds < 1, "\(name): \(report)")
    }
}

import TegataInference
import TegataKernelSelection
import TegataTestSupport
import Testing

/// A way to run a network.
struct Setting: Sendable, CustomTestStringConvertible {
    let isa: String
    let backend: NetworkOptions.Backend

    var testDescription: String { "\(isa), \(backend)" }

    /// Every level that this machine has, with both backends.
    static let all = kernelLevels().filter(\.isSupported).flatMap { level in
        NetworkOptions.Backend.allCases.map { Setting(isa: level.name, backend: $0) }
    }
}

/// Plans against LiteRT on whole networks.
struct NetworkTests {
    @Test(.enabled(if: !NetworkGolden.present.isEmpty), arguments: NetworkGolden.present, Setting.all)
    func agreesWithLiteRT(_ golden: NetworkGolden, _ setting: Setting) throws {
        let file = golden.presentFiles[0]
        let options = NetworkOptions(isa: setting.isa, backend: setting.backend)
        let network = try Network(NetworkGolden.model(file), file: file, options: options)
        #expect(network.isa == setting.isa)
        let session = Session(network, team: ThreadTeam(count: 2))
        for example in try golden.cases(inputCounts: network.inputs.map(\.count)) {
            for (index, values) in example.inputs.enumerated() {
                session.withInput(index) { span in
                    for position in span.indices { span[position] = values[position] }
                }
            }
            session.run()
            #expect(example.outputs.count == network.outputs.count)
            for output in example.outputs {
                let error = output.relativeError(of: session.output(output.index))
                #expect(error <= 1e-5, "\(example.name), output \(output.index)")
            }
        }
    }

    @Test func namesOfLevelsAreChecked() throws {
        for name in ["", "sse9", "AVX2"] {
            #expect {
                _ = try kernelSet(named: name)
            } throws: { error in
                (error as? KernelSelectionError)?.description.contains("baseline") == true
            }
        }
    }
}

import CTegataShims
import TegataInference
import TegataKernelSelection
import TegataTestSupport
import Testing

/// A CPU level and a backend that run a network.
struct Setting: Sendable, CustomTestStringConvertible {
    let level: String
    let backend: NetworkOptions.Backend

    var testDescription: String { "\(level), \(backend)" }

    /// Every supported level with both backends.
    static let all = kernelLevels().filter(\.isSupported).flatMap { level in
        [NetworkOptions.Backend.simd, .blas].map { Setting(level: level.name, backend: $0) }
    }
}

/// Compares plans with LiteRT on whole networks.
struct NetworkTests {
    @Test(.enabled(if: !NetworkGolden.present.isEmpty), arguments: NetworkGolden.present, Setting.all)
    func agreesWithLiteRT(_ golden: NetworkGolden, _ setting: Setting) throws {
        let file = golden.presentFiles[0]
        let options = NetworkOptions(level: setting.level, backend: setting.backend)
        let network = try Network(NetworkGolden.model(file), file: file, options: options)
        #expect(network.level == setting.level)
        let session = Session(network, team: ThreadTeam(count: 2))
        for example in try golden.cases(inputCounts: network.inputs.map(\.count)) {
            session.run(example.inputs)
            #expect(example.outputs.count == network.outputs.count)
            for output in example.outputs {
                let error = output.relativeError(of: session.output(output.index))
                #expect(error <= 1e-5, "\(example.name), output \(output.index)")
            }
        }
    }

    /// With fused multiply-adds, Tegata's kernels add in the same order as XNNPACK. Single outputs come from logistic
    /// functions, which Tegata approximates differently.
    @Test(
        .enabled(if: !NetworkGolden.present.isEmpty),
        arguments: NetworkGolden.present.filter { $0.name.hasPrefix("palm_") || $0.name.hasPrefix("hand_landmark_") },
        Setting.all.filter { $0.backend == .simd && $0.level != "baseline" })
    func equalsLiteRTWithFusedMultiplyAdds(_ golden: NetworkGolden, _ setting: Setting) throws {
        let file = golden.presentFiles[0]
        let network = try Network(NetworkGolden.model(file), file: file, options: NetworkOptions(level: setting.level))
        let session = Session(network, team: ThreadTeam(count: 2))
        for example in try golden.cases(inputCounts: network.inputs.map(\.count)) {
            session.run(example.inputs)
            for output in example.outputs where network.outputs[output.index].count > 1 {
                #expect(
                    output.relativeError(of: session.output(output.index)) == 0,
                    "\(example.name), output \(output.index)")
            }
        }
    }

    /// OpenBLAS is the default only if it uses fused multiply-adds and Tegata's kernels do not.
    @Test(
        .enabled(if: ModelFiles.have("palm_detection_lite.tflite")),
        arguments: kernelLevels().filter(\.isSupported).map(\.name))
    func choosesOpenBLASOnlyIfItIsFaster(_ level: String) throws {
        let name = "palm_detection_lite.tflite"
        let network = try Network(ModelFiles.bytes(name), file: name, options: NetworkOptions(level: level))
        let multiplies = network.plan.steps.contains { $0.kernel == "openblas-sgemm" }
        #if arch(x86_64)
            #expect(multiplies == (level == "baseline" && tegata_has_fused_multiply_add() != 0))
        #else
            #expect(!multiplies)
        #endif
    }

    @Test func rejectsUnknownLevelNames() throws {
        for name in ["", "sse9", "AVX2"] {
            #expect {
                _ = try kernelSet(named: name)
            } throws: { error in
                (error as? KernelSelectionError)?.description.contains("baseline") == true
            }
        }
    }
}

extension Session {
    fileprivate func run(_ inputs: [[Float]]) {
        for (index, values) in inputs.enumerated() {
            withInput(index) { span in
                for position in span.indices { span[position] = values[position] }
            }
        }
        run()
    }
}

import GraphOracle
import TegataBuffers
import TegataFormats
import TegataGraph
import TegataInference
import TegataTestSupport
import Testing

/// Networks with one operator and damaged options, shapes and operands. They are rejected, or the plan agrees with the
/// oracle.
@Suite(.serialized)
struct HostileOperatorTests {
    @Test(arguments: OperatorGolden.operatorNames)
    func agreesWithTheOracleOnMutatedOperators(_ operatorName: String) throws {
        let team = ThreadTeam(count: 1)
        var compared = 0
        for (index, golden) in try OperatorGolden.cases(of: operatorName).enumerated() {
            let name = "\(operatorName) \(golden.name)"
            let report = HostileFiles(golden.model.bytes, file: name)
                .mutations(HostileFiles.mutationCount / 5, seed: UInt64(index)) {
                    (bytes, file) throws(ModelFormatError) in
                    let model = try TFLiteModel(bytes: bytes, file: file)
                    guard let graph = try? Graph(model, file: file), graph.isSmall else { return }
                    guard let network = try? Network(model, file: file) else { return }
                    compare(Session(network, team: team), ReferenceInterpreter(graph), graph, name)
                    compared += 1
                }
            #expect(report.slowestSeconds < 1, "\(name): \(report)")
        }
        #expect(compared > 0)
    }

    /// Runs the session and the oracle on the same inputs.
    private func compare(_ session: Session, _ oracle: ReferenceInterpreter, _ graph: Graph, _ name: String) {
        // Kernels multiply weights by the zeros of a border, and infinity times 0 is not 0.
        guard graph.values.allSatisfy({ $0.hasModestConstant }) else { return }
        var generator = SplitMix64(seed: 1)
        for (index, input) in graph.inputs.enumerated() {
            let view = oracle.view(of: input)
            for place in 0..<view.count {
                if view.type.element == .float32 { view[place] = generator.float() }
            }
            session.inputBytes(index).copyMemory(from: UnsafeRawBufferPointer(view.unsafeBytes))
        }
        session.run()
        oracle.run()
        for (index, output) in graph.outputs.enumerated() {
            let view = oracle.view(of: output)
            if view.type.element == .float32 {
                let expected = ExpectedOutput(index: index, values: (0..<view.count).map { view[$0] })
                let error = expected.relativeError(of: session.output(index))
                #expect(error <= 1e-4, "\(name)")
            } else {
                #expect(Array(session.outputBytes(index)) == Array(view.unsafeBytes), "\(name)")
            }
        }
    }
}

extension Value {
    /// Whether the constant, if any, is small enough for its products to be summed in single precision.
    fileprivate var hasModestConstant: Bool {
        guard type.element == .float32, let view = constantView else { return true }
        return (0..<view.count).allSatisfy { abs(view[$0]) < 1e6 }
    }
}

extension Graph {
    /// Whether it evaluates quickly.
    fileprivate var isSmall: Bool {
        values.allSatisfy { $0.type.shape.count < 100_000 }
            && nodes.allSatisfy { $0.bound.evaluationOperations < 1_000_000 }
    }
}

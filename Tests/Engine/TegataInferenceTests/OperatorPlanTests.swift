import TegataInference
import TegataTestSupport
import Testing

/// Compares plans with LiteRT's kernels, one operator at a time.
struct OperatorPlanTests {
    @Test(arguments: OperatorGolden.operatorNames, Setting.all)
    func agreesWithLiteRT(_ operatorName: String, _ setting: Setting) throws {
        let team = ThreadTeam(count: 2)
        for golden in try OperatorGolden.cases(of: operatorName) {
            let options = NetworkOptions(level: setting.level, backend: setting.backend)
            let session = Session(try Network(golden.model, file: golden.name, options: options), team: team)
            for (index, bytes) in golden.inputs.enumerated() {
                session.inputBytes(index).copyBytes(from: bytes)
            }
            // The second run starts with memory that the first run used.
            for _ in 0..<2 {
                session.run()
                for index in golden.outputs.indices {
                    let mismatch = golden.mismatch(output: index, Array(session.outputBytes(index)))
                    #expect(mismatch == nil)
                }
            }
        }
    }
}

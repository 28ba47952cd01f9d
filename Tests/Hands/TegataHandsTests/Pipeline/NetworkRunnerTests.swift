import TegataBuffers
import TegataHands
import TegataInference
import TegataTestSupport
import Testing

struct NetworkRunnerTests {
    /// A network may have more outputs than the runner needs.
    @Test func ignoresFurtherOutputsOfOtherTypes() throws {
        var builder = TFLiteBuilder()
        let (x, y) = (builder.tensor("x", [1, 2]), builder.tensor("y", [1, 2]))
        builder.operation(.relu, inputs: [x], outputs: [y])
        builder.inputs = [x]
        builder.outputs = [y, builder.tensor("count", [1], int32: [7]), x]
        let network = try Network(Bytes(builder.bytes()), file: "a.tflite")
        let runner = NetworkRunner(network, team: ThreadTeam(count: 1))
        runner.inputs[0][0] = 3
        runner.inputs[0][1] = -3
        runner.run()
        #expect(runner.outputs.map(Array.init) == [[3, 0]])
        #expect(runner.alone?(0).outputs.map(\.count) == [2])
    }
}

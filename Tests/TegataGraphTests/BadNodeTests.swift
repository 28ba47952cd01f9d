import TegataFormats
import TegataGraph
import Testing

/// Operators that must be refused when a network is loaded.
struct BadNodeTests {
    @Test func givesTheExactError() throws {
        for node in badNodes {
            let model = try node.model()
            do {
                _ = try Graph(model, file: "bad.tflite")
                Issue.record("no error, expected: \(node.error)")
            } catch {
                #expect(error == node.error)
            }
        }
    }

    @Test func namesOperatorsThatItDoesNotHave() throws {
        for rawValue: Int32 in [0, 1, 130, 500].filter({ number in !operatorList.contains { $0.builtin.rawValue == number } }) {
            let node = BadNode(BuiltinOperator(rawValue: rawValue), [.given([1])], gives: .unsupportedOperator)
            #expect(throws: node.error) { _ = try Graph(node.model(), file: "bad.tflite") }
        }
    }
}

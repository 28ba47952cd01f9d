import TegataFormats
import TegataGraph
import Testing

/// Operators that must be refused when a network is loaded.
struct BadNodeTests {
    @Test func givesTheExactError() throws {
        for node in badNodes {
            let model = try node.network.model()
            do {
                _ = try Graph(model, file: node.network.file)
                Issue.record("no error, expected: \(node.error)")
            } catch {
                #expect(error == node.error)
            }
        }
    }

    @Test(arguments: [5, 32, 75, 130, 500] as [Int32])
    func namesOperatorsThatItDoesNotHave(_ number: Int32) {
        let node = BadNode(BuiltinOperator(rawValue: number), [.given([1])], gives: .unsupportedOperator)
        #expect(throws: node.error) { _ = try node.network.graph() }
    }
}

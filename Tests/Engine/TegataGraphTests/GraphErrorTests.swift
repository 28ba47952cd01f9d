import TegataBuffers
import TegataFormats
import TegataGraph
import Testing

@Suite struct GraphErrorTests {
    private static let node = GraphError.Node(index: 3, operatorName: "RELU", outputName: "out")

    private static let rows: [(GraphError, place: String, description: String)] = [
        (
            GraphError(file: "a", node: node, problem: .unsupportedOperator), "operator 3 RELU (\"out\")",
            "a: operator 3 RELU (\"out\"): this operator is not supported; convert the model without it"
        ),
        (
            GraphError(
                file: "a", node: .init(index: 0, operatorName: "ADD", outputName: ""),
                problem: .unsupportedVersion(found: 9, supported: 1...3)), "operator 0 ADD",
            "a: operator 0 ADD: version 9 is not supported, only 1 to 3; convert the model for an older runtime"
        ),
        (
            GraphError(file: "a", node: node, problem: .unsupportedAttribute("axis", found: "9", supported: "0")),
            "operator 3 RELU (\"out\")",
            "a: operator 3 RELU (\"out\"): axis is 9, which is not supported (only 0); convert the model without it"
        ),
        (
            GraphError(file: "a", node: node, problem: .invalidAttribute("axis", found: "9", expected: "0")),
            "operator 3 RELU (\"out\")",
            "a: operator 3 RELU (\"out\"): axis is 9, expected 0; the file is damaged or not a valid model"
        ),
        (
            GraphError(file: "a", node: node, problem: .operandCount(kind: "inputs", found: 3, expected: "1")),
            "operator 3 RELU (\"out\")",
            "a: operator 3 RELU (\"out\"): has 3 inputs, expected 1; the file is damaged or not a valid model"
        ),
        (
            GraphError(file: "a", node: node, problem: .missingOperand(1)), "operator 3 RELU (\"out\")",
            "a: operator 3 RELU (\"out\"): input 1 is missing; the file is damaged or not a valid model"
        ),
        (
            GraphError(file: "a", node: node, problem: .operandNotConstant(1)), "operator 3 RELU (\"out\")",
            "a: operator 3 RELU (\"out\"): input 1 is computed at run time but must be a constant; convert the model"
                + " with fixed shapes"
        ),
        (
            GraphError(file: "a", node: node, problem: .shapeMismatch(declared: "[1]", inferred: "[2]")),
            "operator 3 RELU (\"out\")",
            "a: operator 3 RELU (\"out\"): the file declares [1] but the operator yields [2]; the file is damaged or has"
                + " dynamic shapes"
        ),
        (
            GraphError(file: "a", node: nil, problem: .tensor(5, name: "t", reason: "is odd; convert it")),
            "tensor 5 (\"t\")", "a: tensor 5 (\"t\"): is odd; convert it"
        ),
        (
            GraphError(file: "a", node: node, problem: .tensor(5, name: "t", reason: "is odd; convert it")),
            "operator 3 RELU (\"out\"): tensor 5 (\"t\")",
            "a: operator 3 RELU (\"out\"): tensor 5 (\"t\"): is odd; convert it"
        ),
        (
            GraphError(file: "a", node: nil, problem: .noSubgraph), "",
            "a: holds no subgraph; the file is damaged or not a valid model"
        ),
        (
            GraphError(file: "a", node: nil, problem: .tooMany(what: "steps", count: 9, limit: 8)), "",
            "a: needs 9 steps, but the limit is 8; the file is damaged or made for a larger machine"
        ),
        (
            GraphError(file: "a", node: nil, problem: .tooLarge(what: "weights", bytes: 9, limit: 8)), "",
            "a: weights would take 9 bytes, but the limit is 8; the file is damaged or made for a larger machine"
        ),
    ]

    @Test(arguments: rows)
    func exposesKindFilePlaceAndDescription(_ detailed: GraphError, place: String, description: String) {
        #expect(detailed.description == description)
        let error = TegataError(detailed)
        #expect(error.kind == .unusableModel)
        #expect(error.file == "a")
        #expect(error.place == place)
        #expect(error.description == description)
    }

    @Test func passesOnErrorsOfTheFormat() {
        let broken = ModelFormatError(file: "b", place: "byte 0x8", problem: .vtableSizeInvalid(1))
        let detailed = GraphError(file: "a", node: Self.node, problem: .malformed(broken))
        #expect(detailed.description == broken.description)
        #expect(detailed.place == "byte 0x8")
        #expect(TegataError(detailed) == TegataError(broken))
    }
}

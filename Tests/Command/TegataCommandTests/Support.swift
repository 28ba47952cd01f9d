import Foundation
import TegataBuffers
import TegataCommand
import TegataFormats
import TegataTestSupport
import TegataTool
import Testing

/// The result of running the tool.
struct ToolResult {
    let status: Tool.Status
    let output: String
    let errors: String
}

/// Runs the tool in this process.
func tegata(_ words: String...) -> ToolResult {
    tegata(words)
}

func tegata(_ words: [String]) -> ToolResult {
    let console = Console()
    let status = tegataTool.run(words, console)
    return ToolResult(status: status, output: console.capturedOutput, errors: console.capturedErrors)
}

/// Compares `text` with the file `name` in the Snapshots directory next to this file. With `TEGATA_UPDATE_SNAPSHOTS=1`
/// in the environment, the file is overwritten; look at the differences before committing it.
func expectSnapshot(_ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Snapshots/" + name)
    if ProcessInfo.processInfo.environment["TEGATA_UPDATE_SNAPSHOTS"] == "1" {
        try text.write(to: file, atomically: true, encoding: .utf8)
    }
    let expected = try String(contentsOf: file, encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let expectedLines = expected.split(separator: "\n", omittingEmptySubsequences: false)
    for (number, (line, expectedLine)) in zip(lines, expectedLines).enumerated() where line != expectedLine {
        Issue.record(
            "\(name), line \(number + 1): expected \"\(expectedLine)\", found \"\(line)\"",
            sourceLocation: sourceLocation)
        return
    }
    #expect(lines.count == expectedLines.count, "\(name) has another number of lines", sourceLocation: sourceLocation)
}

/// Returns a network with two inputs `a` and `b:0` of shape 2×3 and the outputs `sum/a+b` and `product`.
func sumAndProductNetwork() -> [UInt8] {
    var builder = TFLiteBuilder()
    let a = builder.tensor("a", [2, 3])
    let b = builder.tensor("b:0", [2, 3])
    let sum = builder.tensor("sum/a+b", [2, 3])
    let product = builder.tensor("product", [2, 3])
    builder.operation(.add, inputs: [a, b], outputs: [sum], options: (11, [:]))
    builder.operation(.mul, inputs: [a, b], outputs: [product], options: (21, [:]))
    builder.inputs = [a, b]
    builder.outputs = [sum, product]
    return builder.bytes()
}

/// Returns the bytes of a bundle.
func bundleBytes(_ members: [(String, [UInt8])]) throws -> [UInt8] {
    var writer = ZipWriter()
    for (name, data) in members { try writer.append(name, Bytes(data)) }
    return writer.finish()
}

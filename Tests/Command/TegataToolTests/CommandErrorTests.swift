import TegataTool
import Testing

/// The status and message of a command that throws.
struct CommandErrorTests {
    private struct OtherError: Error, CustomStringConvertible {
        let description = "a.png: is damaged"
    }

    private func end(throwing error: any Error) -> (status: Tool.Status, errors: String) {
        let command = Command(name: "test", summary: "", synopsis: "", details: [], options: [], examples: []) {
            (_, _) in throw error
        }
        let manual = ManualText(
            name: "", date: "", description: [], statuses: [], environment: [], files: [], exampleCommands: [])
        let console = Console()
        let tool = Tool(summary: "", version: "", commands: [command], hints: [], manual: manual)
        return (tool.run(["test"], console), console.capturedErrors)
    }

    @Test func treatsOtherErrorsAsFailures() {
        #expect(end(throwing: OtherError()) == (.inputFailed, "tegata: a.png: is damaged\n"))
        #expect(end(throwing: CommandError.failure("b")) == (.inputFailed, "tegata: b\n"))
    }

    @Test func givesWrongUsageItsOwnStatus() {
        #expect(end(throwing: CommandError.usage("c")) == (.wrongUsage, "tegata: c\n"))
    }

    @Test func throwsWrongUsageInsteadOfFailingOneInput() throws {
        #expect(try failureMessage(of: OtherError()) == "a.png: is damaged")
        #expect(try failureMessage(of: CommandError.failure("b")) == "b")
        #expect(throws: CommandError.usage("c")) { try failureMessage(of: CommandError.usage("c")) }
    }
}

import TegataHands
import TegataSystem

/// Runs the tool as a process: with its arguments, on its streams, and ends it.
package func runProcess() -> Never {
    keepStandardStreams()
    ChildProcess.hearOfEnds()
    explainMemoryShortage(
        "tegata: there is not enough memory; raise the limit (ulimit -v) or take fewer --threads, jobs or pixels\n",
        status: ToolStatus.inputFailed.rawValue)
    // Before any other thread starts.
    Interruption.watch()
    let console = Console.standard()
    let status = runTool(Array(CommandLine.arguments.dropFirst()), console)
    Interruption.waitIfEnding()
    Interruption.endIfRecordingWasCut()
    System.endProcess(status.rawValue)
}

/// Runs the tool with `words`, which are the process's arguments behind its name.
package func runTool(_ words: [String], _ console: Console) -> ToolStatus {
    var status: ToolStatus
    do throws(CommandError) {
        try dispatch(words, console)
        status = console.hasFailures ? .inputFailed : .success
    } catch {
        console.report(error.message)
        status = error.status
    }
    if !console.finish(), status == .success { status = .inputFailed }
    return status
}

private func dispatch(_ words: [String], _ console: Console) throws(CommandError) {
    if words.isEmpty { console.explain(overview(console.style) + "\n") }
    switch try Request(words) {
    case .version: console.print("tegata \(Version.number)")
    case .help(let command): console.print(help(command, console.style))
    case .run(let command, let arguments): try command.run(arguments, console)
    }
}

/// The command called `name`.
func command(named name: String) throws(CommandError) -> Command {
    if let command = commandList.first(where: { $0.name == name }) { return command }
    let words = commandList.map(\.name) + toolOptions.map(\.name)
    if let meant = nearest(to: name, among: words) {
        throw .usage("there is no \(kind(name)) \(name); did you mean \(meant)?")
    }
    if commandList.contains(where: { $0.options.contains { $0.names.contains(name) } }) {
        throw .usage("\(name) is an option of commands; write it behind one of them, see tegata help")
    }
    if let reader = commandList.first(where: { $0.operands.hasFile(named: name) }) {
        throw .usage("there is no command \(name); did you mean tegata \(reader.name) \(name)?")
    }
    throw .usage("there is no \(kind(name)) \(name); see tegata help")
}

private func kind(_ name: String) -> String { name.hasPrefix("-") ? "option" : "command" }

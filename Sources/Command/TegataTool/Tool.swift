import TegataSystem

/// A program with commands, and the source of its help, completions and manual page.
package struct Tool: Sendable {
    /// A sentence that describes the program.
    let summary: String
    let version: String
    /// The commands, in the order of the help.
    package let commands: [Command]
    let hints: [OptionHint]
    let manual: ManualText

    package init(summary: String, version: String, commands: [Command], hints: [OptionHint], manual: ManualText) {
        self.summary = summary
        self.version = version
        self.commands = commands
        self.hints = hints
        self.manual = manual
    }

    /// Runs the tool with the arguments and streams of the process, then ends the process.
    package func runProcess() -> Never {
        keepStandardStreams()
        ChildProcess.hearOfEnds()
        explainMemoryShortage(
            "tegata: not enough memory; raise the limit (ulimit -v), or use fewer --threads, fewer jobs or smaller images\n",
            status: Status.inputFailed.rawValue)
        // Do this before any other thread starts, because threads inherit the blocked signals.
        Interruption.watch()
        let console = Console.standard()
        let status = run(Array(CommandLine.arguments.dropFirst()), console)
        Interruption.waitIfEnding()
        Interruption.endIfRecordingWasCut()
        System.endProcess(status.rawValue)
    }

    /// Runs the tool with `words`, the process's arguments without the program's name.
    package func run(_ words: [String], _ console: Console) -> Status {
        var status: Status
        do {
            try dispatch(words, console)
            status = console.hasFailures ? .inputFailed : .success
        } catch {
            let error = CommandError(error)
            console.report(error.message)
            status = error.status
        }
        if !console.finish(), status == .success { status = .inputFailed }
        return status
    }

    private func dispatch(_ words: [String], _ console: Console) throws {
        if words.isEmpty { console.explain(overview(console.style) + "\n") }
        switch try Request(words, of: self) {
        case .version: console.print("tegata \(version)")
        case .help(let command, let isBrief):
            console.print(isBrief ? briefHelp(command, console.style) : help(command, console.style))
        case .run(let command, let arguments): try command.run(arguments, console)
        }
    }

    /// Returns the command called `name`; throws advice if there is none.
    func command(named name: String) throws -> Command {
        if let command = commands.first(where: { $0.name == name }) { return command }
        let kind = name.hasPrefix("-") ? "option" : "command"
        let words = commands.map(\.name) + toolOptions.map(\.name)
        if let meant = nearest(to: name, among: words) {
            throw .usage("there is no \(kind) \(name); did you mean \(meant)?")
        }
        if commands.contains(where: { $0.options.contains { $0.names.contains(name) } }) {
            throw .usage("\(name) is an option of a command; write it after the command, see tegata help")
        }
        if let reader = commands.first(where: { $0.operands.hasFile(named: name) }) {
            throw .usage("there is no command \(name); did you mean tegata \(reader.name) \(name)?")
        }
        throw .usage("there is no \(kind) \(name); see tegata help")
    }

    /// The exit status of the process.
    package enum Status: Int32, Sendable {
        case success = 0
        case inputFailed = 1
        case wrongUsage = 2
    }
}

/// What a command line requests, before any of it is carried out.
package enum Request: Sendable {
    case version
    /// The help for one command, in full or on one screen.
    case help(Command, isBrief: Bool)
    case run(Command, Arguments)

    /// Parses `words`, the process's arguments without the program's name.
    package init(_ words: some Collection<String>, of tool: Tool) throws {
        guard let name = words.first else { throw .usage("no command given; see tegata help") }
        let rest = words.dropFirst()
        switch name {
        case "--version": self = .version
        case "-h", "--help": self = try Request(["help"] + rest, of: tool)
        default:
            let command = try tool.command(named: name)
            let asked = rest.prefix { $0 != "--" }
            let isWhole = asked.contains("--help")
            self =
                isWhole || asked.contains("-h")
                ? .help(command, isBrief: !isWhole) : .run(command, try Arguments(rest, of: command, in: tool))
        }
    }
}

/// What the words of a command line ask for; nothing of it is done yet.
package enum Request: Sendable {
    case version
    /// The help of one command.
    case help(Command)
    case run(Command, Arguments)

    /// `words` are the process's arguments behind its name.
    package init(_ words: some Collection<String>, of tool: Tool) throws(CommandError) {
        guard let name = words.first else { throw .usage("no command given; see tegata help") }
        let rest = words.dropFirst()
        switch name {
        case "--version": self = .version
        case "-h", "--help": self = try Request(["help"] + rest, of: tool)
        default:
            let command = try tool.command(named: name)
            let asked = rest.prefix { $0 != "--" }
            self =
                asked.contains("-h") || asked.contains("--help")
                ? .help(command) : .run(command, try Arguments(rest, of: command, in: tool))
        }
    }
}

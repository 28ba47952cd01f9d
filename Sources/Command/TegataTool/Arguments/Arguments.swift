import Synchronization

/// The parsed words that follow the name of a command.
package struct Arguments: Sendable {
    /// The words that are not options, in order.
    package private(set) var operands: [String] = []
    private var values: [(name: String, value: String)] = []
    private var flags: [String] = []
    private let inquiries = Inquiries()

    /// The names of the options that the command has read. A test checks that every command reads all its options,
    /// because an option that is never read has no effect.
    package var namesAskedFor: Set<String> { inquiries.names.withLock(\.self) }

    private final class Inquiries: Sendable {
        let names = Mutex<Set<String>>([])

        func add(_ option: OptionDescription) {
            names.withLock { _ = $0.insert(option.name) }
        }
    }

    /// Parses `words` according to the options of `command`. The error for an unknown option names the commands of
    /// `tool` that have it.
    package init(_ words: some Collection<String>, of command: Command, in tool: Tool? = nil) throws {
        var rest = ArraySlice(words)
        var onlyOperands = false
        while let word = rest.popFirst() {
            guard !word.isEmpty else { throw .usage("an argument is empty; check the variables in your script") }
            guard !onlyOperands, word.hasPrefix("-"), word != "-" else {
                operands.append(word)
                continue
            }
            if word == "--" {
                onlyOperands = true
                continue
            }
            let (name, attached) = Self.split(word, command.options)
            guard let option = command.options.first(where: { $0.names.contains(name) }) else {
                throw .usage(Self.unknown(name, of: command, in: tool))
            }
            guard option.placeholder != nil else {
                guard attached == nil else { throw .usage("\(name) takes no value; write it without \"=\"") }
                flags.append(option.name)
                continue
            }
            // If an option follows, the value was forgotten. A value that looks like an option must follow "=".
            let next = rest.first.flatMap { Self.isOption($0, of: command) ? nil : $0 }
            guard let value = attached ?? next else {
                throw .usage("\(name) needs a value; write \(name) \(option.placeholder ?? "")")
            }
            if attached == nil { rest.removeFirst() }
            try option.check(value)
            values.append((option.name, value))
            while let suffix = option.repeatedSuffix, let next = rest.first, next.hasSuffix(suffix),
                !next.hasPrefix("-")
            {
                values.append((option.name, next))
                rest.removeFirst()
            }
        }
    }

    /// Whether the user gave the flag.
    package func has(_ flag: Flag) -> Bool {
        inquiries.add(flag.description)
        return flags.contains(flag.description.name)
    }

    /// Returns the option's value, or the last one if there are several; nil if the option was not given.
    package func value<Value>(of option: Option<Value>) throws -> Value? {
        try values(of: option).last
    }

    /// Returns all values of the option, in order.
    package func values<Value>(of option: Option<Value>) throws -> [Value] {
        inquiries.add(option.description)
        var parsed: [Value] = []
        for (name, text) in values where name == option.description.name { parsed.append(try option.value(text)) }
        return parsed
    }

    /// Returns the given options among `options` in alphabetical order, each once, with its last value.
    package func given(among options: [OptionDescription]) -> [(option: OptionDescription, value: String?)] {
        options.sorted { $0.name < $1.name }.compactMap { option in
            if let value = values.last(where: { $0.name == option.name })?.value { return (option, value) }
            return flags.contains(option.name) ? (option, nil) : nil
        }
    }

    private static func isOption(_ word: String, of command: Command) -> Bool {
        word.hasPrefix("--") || (command.options + [helpOption]).contains { $0.names.contains(word) }
    }

    /// Splits `--name=value`, and `-nvalue` if there is an option `-n` with a value.
    private static func split(_ word: String, _ options: [OptionDescription]) -> (name: String, value: String?) {
        guard word.hasPrefix("--") else {
            let (name, value) = (String(word.prefix(2)), word.dropFirst(2))
            guard !value.isEmpty, options.contains(where: { $0.shortName == name && $0.placeholder != nil }) else {
                return (word, nil)
            }
            return (name, String(value.first == "=" ? value.dropFirst() : value))
        }
        guard let sign = word.firstIndex(of: "=") else { return (word, nil) }
        return (String(word[..<sign]), String(word[word.index(after: sign)...]))
    }

    private static func unknown(_ name: String, of command: Command, in tool: Tool?) -> String {
        if let advice = tool?.hints.lazy.compactMap({ $0.advice(on: name, to: command) }).first {
            return "\(command.name) has no option \(name); \(advice)"
        }
        let others = (tool?.commands ?? []).filter { $0.options.contains { $0.names.contains(name) } }.map(\.name)
        guard others.isEmpty else {
            return
                "\(command.name) has no option \(name); \(others.listed("and")) \(others.count == 1 ? "has" : "have") it"
        }
        // Suggest nothing for a single letter, because it is equally close to every other one.
        let known = name.hasPrefix("--") ? (command.options + [helpOption]).flatMap(\.names) : []
        let advice = nearest(to: name, among: known).map { "did you mean \($0)?" } ?? "see tegata help \(command.name)"
        return "\(command.name) has no option \(name); \(advice)"
    }
}

extension Tool {
    /// A `complete` line for each command and option, as fish expects.
    var fishCompletions: String {
        var text = """
            # Completions of tegata for fish; written by: tegata completions fish

            # Whether the first word after tegata is this one.
            function __tegata_command
                set -l words (commandline -opc)
                test (count $words) -ge 2; and test "$words[2]" = $argv[1]
            end

            # Whether there is no word after tegata.
            function __tegata_no_command
                test (count (commandline -opc)) -eq 1
            end

            # The typed part of a file's name.
            function __tegata_typed
                commandline -ct | string replace -r -- '^-[^=]*=' ''
            end

            function __tegata_folders
                __fish_complete_directories (__tegata_typed)
            end

            # Directories, and files with one of the extensions.
            function __tegata_files
                __fish_complete_path (__tegata_typed) | string match -eir -- "(?:/|\\\\.(?:$(string join '|' $argv)))(?:\\t.*)?\\$"
            end

            complete -c tegata -f

            """
        for option in toolOptions { text += fishLine(option, condition: "__tegata_no_command") }
        for command in commands {
            text += "complete -c tegata -n __tegata_no_command -a \(command.name) -d \(fishQuoted(command.summary))\n"
        }
        for command in commands {
            let condition = "'__tegata_command \(command.name)'"
            text += "\n"
            for option in command.options + [helpOption] { text += fishLine(option, condition: condition) }
            if command.operands != .anything {
                text += "complete -c tegata -n \(condition)\(fishArguments(command.operands))\n"
            }
        }
        text.removeLast()
        return text
    }

    private func fishLine(_ option: OptionDescription, condition: String) -> String {
        var line = "complete -c tegata -n \(condition)"
        if let shortName = option.shortName { line += " -s \(shortName.dropFirst())" }
        line += " -l \(option.name.dropFirst(2))"
        if option.placeholder != nil { line += fishArguments(option.values, ofOption: true) }
        return line + " -d \(fishQuoted(option.briefSummary))\n"
    }

    /// Returns the arguments of `complete` that offer `values`. For an option, they also require a value, and allow
    /// files only if files are offered.
    private func fishArguments(_ values: PossibleValues, ofOption isOption: Bool = false) -> String {
        let start = isOption ? " -x" : ""
        return switch values {
        case .anything: start
        case .names(let names): start + " -a " + fishQuoted(names.joined(separator: " "))
        case .commands: fishArguments(.names(commands.map(\.name)), ofOption: isOption)
        case .wordThenFiles(let words): " -F -a " + fishQuoted(words.joined(separator: " "))
        case .files([]): isOption ? " -r -F" : " -F"
        case .files(let endings): start + " -a '(__tegata_files \(endings.joined(separator: " ")))'"
        case .folders: start + " -a '(__tegata_folders)'"
        }
    }

    private func fishQuoted(_ text: String) -> String {
        text.escaping("\\").singleQuoted(escape: #"\'"#)
    }
}

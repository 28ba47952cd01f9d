extension Tool {
    /// A function for zsh's completion system, with a specification of each option for `_arguments`.
    var zshCompletions: String {
        """
        #compdef tegata
        # Completions of tegata for zsh; written by: tegata completions zsh

        _tegata() {
            if (( CURRENT == 2 )); then
                local -a commands=(
        \(commands.map { "            " + described($0.name, $0.summary) }.joined(separator: "\n"))
                )
                local -a options=(
        \(toolOptions.flatMap { option in option.names.map { "            " + described($0, option.summary) } }.joined(separator: "\n"))
                )
                _describe -t commands command commands
                _describe -o -t options option options
                return
            fi
            local command=$words[2]
            shift words
            (( CURRENT-- ))
            case $command in
        \(commands.map(zshBranch).joined(separator: "\n"))
            esac
        }

        # Complete if the completion system loaded this file; register the function if a start-up file read it.
        if [[ $funcstack[1] == _tegata ]]; then
            _tegata "$@"
        else
            compdef _tegata tegata
        fi
        """
    }

    private func described(_ name: String, _ summary: String) -> String {
        "\(name):\(summary)".singleQuoted()
    }

    private func zshBranch(_ command: Command) -> String {
        var lines = ["    \(command.name))", "        _arguments -S \\"]
        for option in command.options + [helpOption] {
            let names = option.names.joined(separator: " ")
            for name in option.names {
                // Offer a flag only once, but an option with a value repeatedly, because it may have several values.
                var text = option.placeholder == nil ? "(\(names))\(name)" : "*\(name)"
                if option.placeholder != nil && name.hasPrefix("--") { text += "=" }
                text += "[\(option.briefSummary.escaping("[]:\\"))]"
                if let placeholder = option.placeholder {
                    text += ":\(placeholder.escaping(":\\")):\(zshAction(option.values))"
                }
                lines.append("            \(text.singleQuoted()) \\")
            }
        }
        if case .wordThenFiles(let words) = command.operands {
            lines.append("            " + "1:word:\(zshAction(.names(words)))".singleQuoted() + " \\")
        }
        lines.append("            " + "*:\(operandName(command)):\(zshAction(command.operands))".singleQuoted())
        lines.append("        ;;")
        return lines.map { "    " + $0 }.joined(separator: "\n")
    }

    private func operandName(_ command: Command) -> String {
        switch command.operands {
        case .names, .commands, .anything: "name"
        case .files, .folders, .wordThenFiles: "file"
        }
    }

    private func zshAction(_ values: PossibleValues) -> String {
        switch values {
        case .anything: " "
        case .names(let names): "(\(names.joined(separator: " ")))"
        case .commands: zshAction(.names(commands.map(\.name)))
        case .files([]), .wordThenFiles: "_files"
        case .files(let endings): "_files -g \"*.(#i)(\(endings.joined(separator: "|")))(-.)\""
        case .folders: "_files -/"
        }
    }
}

extension Tool {
    /// A bash function that offers words that suit the command and the option before the cursor.
    var bashCompletions: String {
        """
        # Completions of tegata for bash; written by: tegata completions bash

        # Offers the words that begin with the typed text.
        _tegata_words() {
            mapfile -t COMPREPLY < <(compgen -W "$*" -- "$current")
        }

        # Offers directories, and files that match one of the patterns.
        _tegata_files() {
            compopt -o filenames 2>/dev/null
            mapfile -t COMPREPLY < <(
                compgen -d -- "$current"
                for pattern; do compgen -f -X "!$pattern" -- "$current"; done
            )
        }

        # Offers nothing, not even files.
        _tegata_nothing() {
            compopt +o default 2>/dev/null
        }

        _tegata() {
            local current=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD - 1]} word
            COMPREPLY=()
            if ((COMP_CWORD == 1)); then
                _tegata_words \((commands.map(\.name) + toolOptions.flatMap(\.names)).joined(separator: " "))
                return
            fi
            # The = of --option=value is a separate word.
            if [[ $current == = ]]; then
                current=
            elif [[ $option == = ]]; then
                option=${COMP_WORDS[COMP_CWORD - 2]}
            fi
            for word in "${COMP_WORDS[@]:2:COMP_CWORD - 2}"; do
                # No options follow it.
                [[ $word == -- ]] && option=--
            done
            case ${COMP_WORDS[1]} in
        \(commands.map(bashBranch).joined(separator: "\n"))
            esac
        }

        complete -o default -F _tegata tegata
        """
    }

    private func bashBranch(_ command: Command) -> String {
        var lines = ["    \(command.name))", "        case $option in"]
        var offers: [(names: [String], offer: String)] = []
        for option in command.options where option.placeholder != nil {
            let offer = bashOffer(option.values)
            if let index = offers.firstIndex(where: { $0.offer == offer }) {
                offers[index].names += option.names
            } else {
                offers.append((option.names, offer))
            }
        }
        for (names, offer) in offers { lines.append("        \(names.joined(separator: " | "))) \(offer); return ;;") }
        lines.append("        esac")
        let names = (command.options + [helpOption]).flatMap(\.names).joined(separator: " ")
        lines.append("        if [[ $current == -* && $option != -- ]]; then")
        lines.append("            _tegata_words \(names)")
        lines.append("        else")
        lines.append("            \(bashOffer(command.operands))")
        lines.append("        fi")
        lines.append("        ;;")
        return lines.map { "    " + $0 }.joined(separator: "\n")
    }

    private func bashOffer(_ values: PossibleValues) -> String {
        switch values {
        case .anything: "_tegata_nothing"
        case .names(let names): "_tegata_words " + names.joined(separator: " ")
        case .commands: bashOffer(.names(commands.map(\.name)))
        // If the function offers nothing, bash offers files.
        case .wordThenFiles(let words): bashOffer(.names(words))
        case .files([]): ":"
        case .files(let endings): "_tegata_files " + endings.map { "'*.\(caseInsensitive($0))'" }.joined(separator: " ")
        case .folders: "_tegata_files"
        }
    }

    /// Returns a pattern such as `[tT][aA]` that matches letters in either case.
    private func caseInsensitive(_ text: String) -> String {
        text.map { $0.isLetter ? "[\($0.lowercased())\($0.uppercased())]" : String($0) }.joined()
    }
}

/// Options that several commands have.
package enum CommonOption {
    package static let json = Flag("--json", "write JSON, one object per line, instead of text for people")
}

/// The option that every command has, without saying so.
let helpOption = Flag("--help", short: "-h", "show this help").description

/// The options that are written without a command.
let toolOptions = [
    Flag("--help", short: "-h", "show the commands").description, Flag("--version", "show the version").description,
]

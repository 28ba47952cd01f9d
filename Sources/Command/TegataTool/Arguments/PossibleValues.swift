import TegataImages

/// What an option's value or a command's operands can be, as far as a shell can offer it.
package enum PossibleValues: Equatable, Sendable {
    /// Nothing that could be listed.
    case anything
    /// One of a few words.
    case names([String])
    /// The name of one of the tool's commands.
    case commands
    /// Files whose names end like that, behind a dot; any files where no endings are given.
    case files([String])
    case folders
    /// One of a few words first, then any files.
    case wordThenFiles([String])

    /// Whether the ending of `name` is that of a file which is possible here.
    package func hasFile(named name: String) -> Bool {
        guard case .files(let endings) = self else { return false }
        return endings.contains { name.lowercased().hasSuffix("." + $0) }
    }

    package static let pictures = files(ImageFormat.readableEndings)
    package static let videos = files(["mp4", "m4v", "mkv", "mov", "webm", "avi", "y4m", "ppm"])
    package static let networks = files(["tflite", "task"])
    package static let models = files(["tflite", "task", "tegata"])
    package static let bundles = files(["task"])
    package static let classifiers = files(["tegata"])
}

import TegataTool

/// The options that say what is recorded, when, and where it goes.
enum RecordOption {
    static let output = Option<String>.text(
        "--output", short: "-o", "DIR", "the folder whose class folders get the pictures or clips", values: .folders)
    static let labels = Option<[String]>(
        "--labels", "A,B,C",
        "the classes, with a key each: 1 for the first (default: those called 1 to 9)",
        expectation: "names with commas between them, that can be names of folders",
        parse: RecordingClasses.labels)
    static let background = Option<String>(
        "--background", "LABEL",
        "what the class for everything else is called, with the key 0 (default: none)",
        expectation: "a name that can be that of a folder", parse: RecordingClasses.label)
    static let noBackground = Flag("--no-background", "have no class for everything else")
    static let clips = Flag("--clips", "record videos of actions in place of pictures of poses")
    static let countdown = Option<Float>(
        "--countdown", "SECONDS", "take one class after the other, each after so many seconds",
        expectation: "a number of seconds up to 600", parse: { seconds($0, atMost: 600) })
    static let count = Option<Int>.integer(
        "--count", "N", in: 1...100_000,
        "with --countdown, how many pictures (default: 20) or clips (default: 5) of each class")
    static let length = Option<Float>(
        "--length", "SECONDS",
        "how long clips are: with --countdown all of them (default: 2), with keys those that no key ends before",
        expectation: "a number of seconds up to 3600", parse: { seconds($0, atMost: 3600) })
    static let range = Option<RecordedRange>(
        "--range", "LABEL=FROM-TO",
        "take what a video shows between two times, in seconds; may be given several times, and either time left out",
        expectation: "a class and two times such as rock=1.5-3", parse: RecordedRange.init)
    static let rest = Flag(
        "--rest", "with --range, take as background what is half a second or more away from all of them")
    static let every = Option<Int>.integer(
        "--every", "N", in: 1...1_000_000,
        "use every Nth frame only (default: 5 for pictures, so that they differ, and 1 for clips)")
    static let session = Option<String>(
        "--session", "NAME",
        "the person or sitting, which is a folder in each class's (default: date and time); training keeps what is"
            + " of one apart from the rest",
        expectation: "a name that can be that of a folder", parse: RecordingClasses.label)

    static let all = [
        output.description, labels.description, background.description, noBackground.description, clips.description,
        countdown.description, count.description, length.description, range.description, rest.description,
        every.description, session.description,
    ]

    private static func seconds(_ text: String, atMost limit: Float) -> Float? {
        Float(text).flatMap { $0 > 0 && $0 <= limit ? $0 : nil }
    }
}

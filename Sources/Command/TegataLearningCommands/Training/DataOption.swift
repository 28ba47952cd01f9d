import TegataHandCommands
import TegataTool
import TegataTrainingData
import TegataVideo

/// The options that say how data sets are read, and how hands are looked for in them.
enum DataOption {
    static let labels = Option<String>.text(
        "--labels", "FILE",
        "a line with the name of each class, where rows have numbers for them (default: a file beside the rows)",
        values: .files(["csv", "txt"]))
    static let label = Option<String>.text(
        "--label", "NAME", "what everything shows that has no label of its own, such as landmarks written by --json")
    static let background = Option<String>.text(
        "--background", "LABEL",
        "the class for what is none of the others (default: that called none, nothing, background or no_gesture)")
    static let columns = Option<AnnotationColumns>(
        "--columns", "ROLE=NAME,…",
        "what the columns of a table are called: media, label, start, end and group (default: the usual names)",
        expectation: "roles and names such as media=path,label=class", parse: columns)
    static let times = Option<DataSetOptions.TimeUnit>.choice(
        "--times", "what start and end of tables count (default: as their names say)")
    static let numberOfHands = Option<Int>.integer(
        "--num-hands", "N", in: 1...20, "the most hands that are looked for in a picture (default: 2)")
    static let noCache = Flag(
        "--no-cache",
        "look for all hands anew, and keep nothing; otherwise what was found is kept for the next time, in"
            + " $TEGATA_CACHE or ~/.cache/tegata"
    )

    static let all = [
        labels.description, label.description, background.description, columns.description, times.description,
        VideoPartOption.pictureRate.description, numberOfHands.description, noCache.description,
        HandOption.model.description,
        NetworkOption.threads.description,
    ]

    private static func columns(_ text: String) -> AnnotationColumns? {
        var columns = AnnotationColumns()
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let sign = part.firstIndex(of: "="), part.index(after: sign) < part.endIndex else { return nil }
            let name = String(part[part.index(after: sign)...])
            switch part[..<sign] {
            case "media": columns.media = name
            case "label": columns.label = name
            case "start": columns.start = name
            case "end": columns.end = name
            case "group": columns.group = name
            default: return nil
            }
        }
        return columns
    }
}

extension DataSetOptions {
    /// What the user asked for.
    package init(_ arguments: Arguments) throws {
        self.init()
        labelsFile = try arguments.value(of: DataOption.labels)
        label = try arguments.value(of: DataOption.label)
        background = try arguments.value(of: DataOption.background)
        columns = try arguments.value(of: DataOption.columns) ?? columns
        frameRate = try arguments.value(of: VideoPartOption.pictureRate)?.perSecond
        timeUnit = try arguments.value(of: DataOption.times)
    }
}

extension KeyPointOptions {
    /// What the user asked for.
    package init(_ arguments: Arguments, for purpose: Purpose = .training) throws {
        self.init(for: purpose)
        maximumHandCount = try arguments.value(of: DataOption.numberOfHands) ?? maximumHandCount
        threadCount = try arguments.threadCount()
        if arguments.has(DataOption.noCache) { cacheFolder = nil }
    }
}

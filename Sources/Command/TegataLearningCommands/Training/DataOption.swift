import TegataHandCommands
import TegataTool
import TegataTrainingData
import TegataVideo

/// The options for reading data sets and detecting hands in them.
enum DataOption {
    static let labels = Option<String>.text(
        "--labels", "FILE",
        "file with one class name per line, for tables with numeric classes (default: a file next to the table)",
        values: .files(["csv", "txt"]))
    static let label = Option<String>.text(
        "--label", "NAME", "class of all examples without a label, such as landmarks written by --json")
    static let background = Option<String>.text(
        "--background", "LABEL",
        "class for hands that show none of the other classes (default: the class named none, nothing, background or"
            + " no_gesture)")
    static let columns = Option<AnnotationColumns>(
        "--columns", "ROLE=NAME,…",
        "names of the table columns for the roles media, label, start, end and group (default: common names"
            + " such as path, label, start_time, end_time and person)",
        expectation: "roles and names such as media=path,label=class", parse: columns)
    static let times = Option<DataSetOptions.TimeUnit>.choice(
        "--times",
        "unit of start and end times in tables (default: seconds, or frames if the column name contains frame)")
    static let numberOfHands = Option<Int>.integer(
        "--num-hands", "N", in: 1...20,
        "maximum number of hands to find per image; a higher number takes longer (default: 2)")
    static let noCache = Flag(
        "--no-cache",
        "detect all hands again and cache none; without it, detected hands are cached in $TEGATA_CACHE or"
            + " ~/.cache/tegata"
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
    /// Reads the data set options from the arguments.
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
    /// Reads the hand detection options from the arguments.
    package init(_ arguments: Arguments, for purpose: Purpose = .training) throws {
        self.init(for: purpose)
        maximumHandCount = try arguments.value(of: DataOption.numberOfHands) ?? maximumHandCount
        threadCount = try arguments.threadCount()
        if arguments.has(DataOption.noCache) { cacheFolder = nil }
    }
}

/// A skipped part of a data set, or something that its author should know about.
package enum DataNotice: Sendable, Equatable, CustomStringConvertible {
    /// A class directory contains no readable files.
    case emptyClass(label: String, path: String)
    /// A file has a type that cannot be read.
    case fileSkipped(path: String, why: String)
    /// A file could not be read or decoded; `why` is a sentence that names the file.
    case unreadable(path: String, why: String)
    /// No hand was found in an image, or in any frame of a video.
    case noHand(DataPlace, label: String)
    /// None of the detected hands matches the labelled one.
    case handNotMatched(DataPlace, label: String)
    /// A row of a table names a file that does not exist.
    case mediaMissing(DataPlace, path: String)
    /// The annotations describe an image that does not exist.
    case pictureMissing(DataPlace)
    /// A row of a table cannot be used, for the reason in `why`.
    case rowSkipped(DataPlace, why: String)
    /// A time lies outside a video that lasts `duration` seconds.
    case timeOutside(DataPlace, path: String, start: Double, end: Double?, duration: Double)
    /// A label was changed because it contains blanks or control characters.
    case labelCleaned(DataPlace, from: String, to: String)
    /// A label contains bytes that are not valid text.
    case labelNotText(path: String)
    /// Some labels differ only in upper and lower case.
    case labelsAlike([String])
    /// Labels for both hands together were skipped, because training uses single hands.
    case twoHandedSkipped(file: String, count: Int, labels: [String])
    /// The same image belongs to two classes.
    case twoLabels(first: DataPlace, second: DataPlace, labels: [String])
    /// A class has few examples.
    case fewExamples(label: String, count: Int)
    /// No example of a class shows a hand.
    case classNotLearnt(label: String)
    /// The evaluation data has a class that the classifier was not trained on.
    case classNotTrained(data: String, label: String)
    /// Nearly identical images lie on both sides of a split, so the measured result is too good.
    case nearDuplicates(count: Int, first: String, second: String)
    /// Key points could not be written to the cache, for the reason in `why`.
    case cacheNotWritten(why: String)
    /// Any other notice: a complete sentence that names the file.
    case other(String)

    package var description: String {
        switch self {
        case .emptyClass(let label, let path):
            "\(path): the class '\(label)' contains no readable files and is skipped;"
                + " add files or remove the folder"
        case .fileSkipped(let path, let why): "\(path): \(why) (skipped)"
        case .unreadable(_, let why): "\(why) (skipped)"
        case .noHand(let place, let label): "\(place): no hand was found, so it is not used for '\(label)'"
        case .handNotMatched(let place, let label):
            "\(place): no hand was found at the position of '\(label)', so it is skipped"
        case .mediaMissing(let place, let path):
            "\(place): the file '\(path)' does not exist, so the row is skipped; correct the path"
        case .pictureMissing(let place):
            "\(place): the image is missing and is skipped; also pass the folder that contains it"
        case .rowSkipped(let place, let why):
            "\(place): \(why), so the \(place.key == nil ? "row" : "hand") is skipped"
        case .timeOutside(let place, let path, let start, let end, let duration):
            "\(place): from \(start) s\(end.map { " to \($0) s" } ?? "") is not within '\(path)', which lasts"
                + " \(duration) s; correct the times"
        case .labelCleaned(let place, let from, let to):
            "\(place): the label \(from.debugDescription) is read as '\(to)'; write it that way"
        case .labelNotText(let path): "\(path): the name is not UTF-8, so it is skipped; rename it"
        case .labelsAlike(let labels):
            "the labels \(labels.map { "'\($0)'" }.joined(separator: " and ")) differ only in case and are kept apart;"
                + " use one name if they are one class"
        case .twoHandedSkipped(let file, let count, let labels):
            "\(file): \(count) label\(count == 1 ? "" : "s") for two hands together"
                + " (\(labels.joined(separator: ", "))) skipped; training uses one hand at a time"
        case .twoLabels(let first, let second, let labels):
            "\(second): this image and its copy '\(first)' have different labels,"
                + " \(labels.map { "'\($0)'" }.joined(separator: " and ")); remove one"
        case .fewExamples(let label, let count):
            "the class '\(label)' has only \(count) example\(count == 1 ? "" : "s"); add more for a better result"
        case .classNotLearnt(let label):
            "no example of '\(label)' shows a hand, so the class is not trained; add examples that do"
        case .classNotTrained(let data, let label):
            "\(data): '\(label)' is not one of the trained classes, so it is skipped"
        case .nearDuplicates(let count, let first, let second):
            "\(count) pair\(count == 1 ? "" : "s") of nearly identical images on opposite sides of the validation"
                + " split, such as '\(first)' and '\(second)'; the result will look better than it is, so split by"
                + " person or session"
        case .cacheNotWritten(let why):
            "key points cannot be cached; training continues without the cache: \(why)"
        case .other(let text): text
        }
    }
}

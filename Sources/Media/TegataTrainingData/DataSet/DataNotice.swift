/// Something of a data set that was left out, or that whoever made it should know.
package enum DataNotice: Sendable, Equatable, CustomStringConvertible {
    /// A class folder has nothing that can be read.
    case emptyClass(label: String, path: String)
    /// A file is of no kind that is read.
    case fileSkipped(path: String, why: String)
    /// A file could not be read or decoded; why, in one sentence that names it.
    case unreadable(path: String, why: String)
    /// No hand was found in a picture, or in any frame of a video.
    case noHand(DataPlace, label: String)
    /// The labelled hand was not among those that were found.
    case handNotMatched(DataPlace, label: String)
    /// A row of a table points at a file that is not there.
    case mediaMissing(DataPlace, path: String)
    /// An entry of annotations is about a picture that is not there.
    case pictureMissing(DataPlace)
    /// A row of a table cannot be used; why.
    case rowSkipped(DataPlace, why: String)
    /// A time lies outside of a video that lasts so many seconds.
    case timeOutside(DataPlace, path: String, start: Double, end: Double?, duration: Double)
    /// A label was changed because of blanks or control characters in it.
    case labelCleaned(DataPlace, from: String, to: String)
    /// A label has bytes that are no text.
    case labelNotText(path: String)
    /// Labels differ in upper and lower case only.
    case labelsAlike([String])
    /// Labels that stand for two hands together cannot be learnt from one.
    case twoHandedSkipped(file: String, count: Int, labels: [String])
    /// The same picture lies in two classes.
    case twoLabels(first: DataPlace, second: DataPlace, labels: [String])
    /// A class has few examples.
    case fewExamples(label: String, count: Int)
    /// A class has no example that shows a hand.
    case classNotLearnt(label: String)
    /// A class of the data to judge by is none of the training.
    case classNotTrained(data: String, label: String)
    /// Pictures that are nearly the same lie on both sides of a split, so that the result looks better than it is.
    case nearDuplicates(count: Int, first: String, second: String)
    /// Found key points could not be kept for the next time; why.
    case cacheNotWritten(why: String)
    /// Anything else, in a whole sentence that names its file.
    case other(String)

    package var description: String {
        switch self {
        case .emptyClass(let label, let path):
            "\(path): the class '\(label)' has nothing that can be read, and is left out;"
                + " add files or remove the folder"
        case .fileSkipped(let path, let why): "\(path): \(why), and is left out"
        case .unreadable(_, let why): "\(why) (left out)"
        case .noHand(let place, let label): "\(place): no hand was found, and '\(label)' is not learnt from it"
        case .handNotMatched(let place, let label):
            "\(place): no hand was found where '\(label)' should be, and it is left out"
        case .mediaMissing(let place, let path):
            "\(place): there is no file '\(path)', and the row is left out; correct the path"
        case .pictureMissing(let place):
            "\(place): the picture is not there, and is left out; name the folder that has it too"
        case .rowSkipped(let place, let why):
            "\(place): \(why), and the \(place.key == nil ? "row" : "hand") is left out"
        case .timeOutside(let place, let path, let start, let end, let duration):
            "\(place): from \(start) s\(end.map { " to \($0) s" } ?? "") is not within '\(path)', which lasts"
                + " \(duration) s; correct the times"
        case .labelCleaned(let place, let from, let to):
            "\(place): the label \(from.debugDescription) is read as '\(to)'; write it so"
        case .labelNotText(let path): "\(path): the name is not UTF-8, and is left out; rename it"
        case .labelsAlike(let labels):
            "the labels \(labels.map { "'\($0)'" }.joined(separator: " and ")) differ in upper and lower case only and"
                + " are kept apart; give both one name if they are one class"
        case .twoHandedSkipped(let file, let count, let labels):
            "\(file): \(count) label\(count == 1 ? "" : "s") for two hands together"
                + " (\(labels.joined(separator: ", "))) left out; one hand is learnt at a time"
        case .twoLabels(let first, let second, let labels):
            "\(second): the same picture as '\(first)' has two labels,"
                + " \(labels.map { "'\($0)'" }.joined(separator: " and ")); remove one"
        case .fewExamples(let label, let count):
            "the class '\(label)' has \(count) example\(count == 1 ? "" : "s") only; take more for a better result"
        case .classNotLearnt(let label):
            "no example of '\(label)' shows a hand, and it is not learnt; add examples that do"
        case .classNotTrained(let data, let label):
            "\(data): '\(label)' is no class of the training, and is left out"
        case .nearDuplicates(let count, let first, let second):
            "\(count) pair\(count == 1 ? "" : "s") of nearly the same pictures on both sides of the validation split,"
                + " such as '\(first)' and '\(second)'; the result will look better than it is, so split by person"
                + " or session"
        case .cacheNotWritten(let why):
            "key points cannot be kept for the next time, and training goes on without: \(why)"
        case .other(let text): text
        }
    }
}

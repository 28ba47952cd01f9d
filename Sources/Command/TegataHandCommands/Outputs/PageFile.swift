import TegataReport
import TegataTool

extension ResultFormat {
    static let page = ResultFormat(
        option: .text(
            "--html", "OUT.html", "write a single-file web page that shows the images and their hands",
            values: .files(["html"])),
        hasPictures: true
    ) { path, _, arguments in try PageFile(path, arguments) }
}

/// A web page of images or videos and their hands.
private final class PageFile: ResultFile {
    let path: String
    private let report: HandReport

    init(_ path: String, _ arguments: Arguments) throws {
        self.path = path
        let names = arguments.operands.map { $0 == "-" ? "standard input" : PictureFiles.fileName($0) }
        let title = names.count > 3 ? "\(names[0]) and \(names.count - 1) others" : names.joined(separator: ", ")
        let hasMetric = try arguments.value(of: MetricOption.camera) != nil
        report = try HandReport(
            writingTo: path, title: title, hasMetric: hasMetric, hasJoints: arguments.has(OutputOption.joints))
    }

    func begin(source: String, kind: HandReport.Kind, expectedCount: Int?) throws {
        try report.begin(source: source, kind: kind, expectedCount: expectedCount)
    }

    func append(_ found: FoundHands) throws {
        guard let hands = found.hands, let picture = found.picture else { return }
        try report.append(picture(), hands)
    }

    func append(failure: String) {
        report.append(failure: failure)
    }

    func finish() throws {
        try report.finish()
    }
}

import TegataBuffers
import TegataHands
import TegataRecords
import TegataReport
import TegataSystem
import TegataTool
import TegataTracks

extension ResultFormat {
    static let report = ResultFormat(
        option: .text(
            "--report", "OUT.json",
            "write what is probably wrong with the tracks, a score for each second, and hashes of the results; as a web"
                + " page if the name ends with .html",
            values: TrackReport.fileTypes),
        isOfOneVideo: true
    ) { path, _, arguments in try TrackReportFile(path, arguments) }
}

/// A report of the tracks of a video.
private final class TrackReportFile: ResultFile {
    let path: String
    private let origin: TrackReport.Origin
    private var video = VideoHands()

    init(_ path: String, _ arguments: Arguments) throws {
        self.path = path
        try OutputPathChecks.requireFile(path)
        origin = try TrackReport.Origin(arguments)
    }

    func append(_ found: FoundHands) {
        if let hands = found.hands { video.append(hands) }
    }

    func finish() throws {
        try TrackReport(video, origin: origin).write(to: path)
    }
}

extension TrackReport {
    /// The files of reports.
    static let fileTypes = PossibleValues.files(["json", "html"])

    /// Writes the report to a file: as a web page if it is named so, otherwise as JSON.
    func write(to path: String) throws {
        if path.lowercased().hasSuffix(".html") { return try page.write(to: path) }
        let text = Array((json + "\n").utf8)
        try PendingFile.writeFile(text.span.bytes, to: path)
    }

    private var page: TablePage {
        let source = frames.first?.source ?? "-"
        let hashes = origin == nil ? "results \(resultHash)" : "\(hash) (version, model, options and results)"
        return TablePage(
            title: source == "-" ? "standard input" : PictureFiles.fileName(source),
            figures: [
                (fixed(100 * score, 0) + " %", "mean score"), ("\(faults.count)", "faults"),
                ("\(tracks.count)", "tracks"), ("\(framesWithoutHand) of \(frames.count)", "frames without a hand"),
            ],
            basis: "SHA-256: \(hashes)",
            bars: stretches.map { stretch in
                TablePage.Bar(
                    height: stretch.score,
                    label: "\(seconds(stretch.first)) to \(seconds(stretch.last)) s: \(fixed(stretch.score, 2))",
                    isMarked: stretch.faultCount > 0)
            },
            columns: ["Time", "Fault", "Hands", "Frames", "Score of the second"],
            rows: faults.map { fault in
                let second = stretches.first { $0.last >= fault.first }
                return [
                    "\(seconds(fault.first)) to \(seconds(fault.last)) s", fault.kind.rawValue,
                    fault.identifiers.map { "#\($0)" }.joined(separator: ", "), "\(fault.first) to \(fault.last)",
                    second.map { fixed($0.score, 2) } ?? "",
                ]
            })
    }

    private func seconds(_ frame: Int) -> String { fixed(Double(frames[frame].frame?.milliseconds ?? 0) / 1000, 2) }
}

extension TrackReport.Origin {
    /// The model and the options of a command that tracks hands.
    fileprivate init(_ arguments: Arguments) throws {
        func hash(_ path: String) throws -> String { try sha256(Bytes(mappingFileAt: path)) }
        let options = try arguments.given(among: TrackOption.ofResults).map { option, value in
            guard let value else { return option.name }
            // Files may have other names elsewhere.
            if case .files = option.values { return "\(option.name)=\(try hash(value))" }
            return "\(option.name)=\(value)"
        }
        let models = try arguments.modelFiles(gestures: arguments.gesturesOfVideos())
        self.init(model: try models.first.map(hash) ?? "", options: options)
    }
}

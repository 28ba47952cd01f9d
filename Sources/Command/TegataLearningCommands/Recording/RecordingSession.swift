import TegataRecords
import TegataTool
import TegataVideo

/// A recording, from its first frame to its last, and its report.
final class RecordingSession {
    private let classes: RecordingClasses
    private let isOfClips: Bool
    /// The step between the frames that are read from the video.
    private let every: Int
    private var plan: RecordingPlan
    private let recorder: Recorder
    private let console: Console
    private let showsPictures: Bool
    private var shownAt: UInt64 = 0
    private var frameCount = 0

    /// The minimum time between terminal updates, in nanoseconds, because terminals are slow.
    private static let interval: UInt64 = 60_000_000

    init(_ setup: RecordingSetup, _ recorder: Recorder, _ console: Console, showsPictures: Bool) {
        classes = setup.classes
        isOfClips = setup.isOfClips
        every = setup.selection.every
        plan = setup.plan
        self.recorder = recorder
        self.console = console
        self.showsPictures = showsPictures
    }

    /// Records frames until the video or the plan ends, or the user ends it.
    func record(_ video: VideoReader) throws {
        var failure: (any Error)?
        do {
            while !plan.isDone, video.isLive || !Interruption.isRequested,
                try video.advance()
            {
                frameCount += 1
                let time = video.sourceTimestampMs
                try recorder.append(video.frame, of: video, for: plan.take(at: time))
                show(video.frame, at: time)
            }
            plan.end()
        } catch {
            failure = error
        }
        // Finish the current clip even after an error, to keep its frames so far.
        do { try recorder.finish() } catch { failure = failure ?? error }
        if let failure { throw failure }
    }

    // MARK: Progress

    private func show(_ frame: VideoFrame, at time: Int) {
        let now = System.nanoseconds()
        guard now - shownAt > Self.interval else { return }
        shownAt = now
        if showsPictures, let size = console.pictureSize, let picture = frame.rgbImage() {
            console.show(TerminalPicture(picture, size), replacing: true)
        }
        console.status(status(at: time))
    }

    private func status(at time: Int) -> String {
        switch plan {
        case .countdown(let takes):
            guard let label = takes.label else { return "" }
            let left = takes.secondsLeft(at: time)
            return "\(classes.labels[label]): " + (left > 0 ? "in \(left) s" : "\(recorder.newCount(label)) recorded")
        case .keys:
            let keys = classes.keyed.map { key, index in
                "\(Character(Unicode.Scalar(key))) \(classes.labels[index]) \(recorder.newCount(index))"
            }
            let clip = recorder.clipLabel.map { "recording \(classes.labels[$0]): " } ?? ""
            return clip + keys.joined(separator: " · ") + " · q quits"
        case .ranges:
            return "\(frameCount) frames"
        }
    }

    // MARK: Report

    private struct Line {
        let label: String
        let new: Int
        let all: Int
    }

    private var lines: [Line] {
        classes.labels.map { label in
            Line(label: label, new: recorder.folder.newCount(label), all: recorder.folder.count(label))
        }.filter { $0.all > 0 || $0.new > 0 }
    }

    /// The number of files per class, for people.
    var text: String {
        let lines = lines
        let total = lines.reduce(0) { $0 + $1.new }
        let noun = isOfClips ? "clip" : "image"
        let head =
            "\(recorder.folder.root): \(total) \(noun)\(total == 1 ? "" : "s") in session \(recorder.folder.session)"
        guard !lines.isEmpty else { return head }
        var table = TextTable([("class", .left), ("new", .right), ("total", .right)])
        for line in lines { table.add([line.label, "\(line.new)", "\(line.all)"]) }
        return ([printable(head)] + table.lines(margin: "  ", style: console.style)).joined(separator: "\n")
    }

    /// The number of files per class, as JSON.
    var json: String {
        JSONWriter.object { json in
            json.member("folder", recorder.folder.root)
            json.member("session", recorder.folder.session)
            json.member("kind", isOfClips ? "clips" : "pictures")
            json.member("frames", frameCount)
            json.array("classes", lines) { json, line in
                json.object { json in
                    json.member("label", line.label)
                    json.member("new", line.new)
                    json.member("all", line.all)
                }
            }
        }
    }

    /// Returns errors about requested frames or clips that the video did not have.
    func problems(_ path: String) -> [String] {
        switch plan {
        case .ranges(let takes):
            takes.empty.map {
                "\(path): has no frame in --range \($0.text); choose times within the video"
                    + (every > 1 ? ", or use a smaller --every" : "")
            }
        case .countdown(let takes):
            takes.label.map {
                ["\(path): ended before \(classes.labels[$0]) was complete; record the rest in another run"]
            } ?? []
        case .keys: []
        }
    }
}

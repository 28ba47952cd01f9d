import TegataBuffers
import TegataHands
import TegataRecords
import TegataSystem
import TegataTool

/// The summary of a run. It counts results as they arrive, and is written for people and, on request, as JSON.
struct RunSummary {
    enum Kind {
        case pictures, videos
    }

    private let kind: Kind
    /// The path of the JSON file; nil if none is requested.
    private let path: String?
    private var inputCount = 0
    private var failureCount = 0
    private var frameCount = 0
    private var handCounts: [Handedness: Int] = [:]
    /// For each gesture, the number of images that show it, or the time for which videos show it, in milliseconds.
    private var gestures: [String: Int] = [:]
    private var files: [(path: String, count: Int)] = []
    private let start = System.nanoseconds()

    /// The hands of the current video by ID, with the number of frames in which each was a left or right hand.
    private var tracks: [Int: Track] = [:]
    private var shown: (names: Set<String>, milliseconds: Int)?
    private var interval = 0

    private struct Track {
        var counts: [Handedness: Int] = [:]
        var lastMilliseconds = 0
    }

    /// The number of tracks above which old ones are checked for hands that have disappeared.
    private static let mostTracks = 64
    /// The time in milliseconds after which a missing hand would get a new ID.
    private static let trackMilliseconds = 60_000

    /// Creates a summary; `inputCount` is the number of inputs that the user specified.
    init(_ kind: Kind, inputCount: Int, _ arguments: Arguments) throws {
        self.kind = kind
        self.inputCount = inputCount
        path = try arguments.value(of: OutputOption.summary)
        if let path { try OutputPathChecks.requireFile(path) }
    }

    /// Counts an input that could not be processed completely.
    mutating func addFailure() {
        failureCount += 1
    }

    /// Counts the hands of an image, or of the next frame of a video.
    mutating func add(_ hands: FrameRecord) {
        frameCount += 1
        let names = Set(hands.hands.compactMap { $0.gesture?.name }.filter(Self.counts))
        guard let milliseconds = hands.frame?.milliseconds else {
            for hand in hands.hands { handCounts[hand.handedness, default: 0] += 1 }
            for name in names { gestures[name, default: 0] += 1 }
            return
        }
        for hand in hands.hands {
            guard let identifier = hand.identifier else { continue }
            tracks[identifier, default: Track()].counts[hand.handedness, default: 0] += 1
            tracks[identifier]?.lastMilliseconds = milliseconds
        }
        if tracks.count > Self.mostTracks {
            endTracks { milliseconds - $0.lastMilliseconds > Self.trackMilliseconds }
        }
        if let shown {
            interval = max(0, milliseconds - shown.milliseconds)
            addShown()
        }
        shown = (names, milliseconds)
    }

    private static func counts(_ gesture: String) -> Bool {
        !gesture.isEmpty && !Gesture.noneNames.contains { $0.utf8.elementsEqual(gesture.utf8) }
    }

    private mutating func addShown() {
        for name in shown?.names ?? [] { gestures[name] = gestures[name, default: 0].clampedSum(with: interval) }
    }

    /// Counts hands that have disappeared.
    private mutating func endTracks(_ hasGone: (Track) -> Bool) {
        for (identifier, track) in tracks where hasGone(track) {
            let isRight = track.counts[.right] ?? 0 > track.counts[.left] ?? 0
            handCounts[isRight ? .right : .left, default: 0] += 1
            tracks[identifier] = nil
        }
    }

    /// Ends a video; its last frame is assumed to last as long as the one before.
    mutating func endVideo() {
        addShown()
        endTracks { _ in true }
        (shown, interval) = (nil, 0)
    }

    /// Adds a file that was written, or a directory into which `count` files were written.
    mutating func addFile(_ path: String, count: Int = 1) {
        if count > 0 { files.append((path, count)) }
    }

    /// Writes the summary. If an output has failed, throws that error and writes only the JSON file.
    func finish(_ console: Console, after failure: (any Error)?) throws {
        let seconds = Double(System.nanoseconds() - start) / 1e9
        if failure == nil {
            for line in lines(seconds: seconds) { console.note(line) }
        }
        var failure = failure
        if let path {
            let text = Array((json(seconds: seconds) + "\n").utf8)
            do { try PendingFile.writeFile(text.span.bytes, to: path) } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
    }

    // MARK: Text

    private func lines(seconds: Double) -> [String] {
        var lines: [String] = []
        // For a single image, the result or error already says everything.
        if frameCount > 0, kind == .videos || inputCount > 1 {
            var parts = [countText + ": " + handText]
            if !gestures.isEmpty { parts.append(gestureText) }
            parts.append("\(fixed(rate(seconds), 1)) \(kind == .videos ? "frames" : "images") per second")
            lines.append(parts.joined(separator: "; "))
        }
        if !files.isEmpty {
            let names = files.map { $0.path + ($0.path.hasSuffix("/") ? " (\(Self.counted($0.count, "file")))" : "") }
            lines.append("written: " + names.joined(separator: ", "))
        }
        return lines
    }

    private var countText: String {
        var text = Self.counted(inputCount, kind == .videos ? "video" : "image")
        if failureCount > 0 { text += ", \(failureCount) failed" }
        return kind == .videos ? text + ", " + Self.counted(frameCount, "frame") : text
    }

    private var handText: String {
        let count = handCounts.values.reduce(0, +)
        guard count > 0 else { return "no hand" }
        let kinds = Self.handedness.compactMap { hand in handCounts[hand].map { "\($0) \(hand.name)" } }
        return Self.counted(count, "hand") + " (" + kinds.joined(separator: ", ") + ")"
    }

    private var gestureText: String {
        gestures.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { name, amount in
            kind == .videos ? "\(name) for \(fixed(Double(amount) / 1000, 2)) s" : "\(name) in \(amount)"
        }.joined(separator: ", ")
    }

    private static func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)" + (count == 1 ? "" : "s") }
    private static let handedness: [Handedness] = [.left, .right]

    private func rate(_ seconds: Double) -> Double { seconds > 0 ? Double(frameCount) / seconds : 0 }

    // MARK: JSON

    private func json(seconds: Double) -> String {
        JSONWriter.object { json in
            json.member("inputs", inputCount)
            json.member("failures", failureCount)
            json.member("frames", frameCount)
            json.object("hands") { json in
                for hand in Self.handedness { json.member(hand.name, handCounts[hand] ?? 0) }
            }
            json.object(kind == .videos ? "gestureSeconds" : "gesturePictures") { json in
                for (name, amount) in gestures.sorted(by: { $0.key < $1.key }) {
                    if kind == .videos {
                        json.member(name, Double(amount) / 1000)
                    } else {
                        json.member(name, amount)
                    }
                }
            }
            json.member("seconds", seconds)
            json.member("framesPerSecond", rate(seconds))
            json.array("files", files) { json, file in
                json.object { json in
                    json.member("path", file.path)
                    json.member("count", file.count)
                }
            }
        }
    }
}

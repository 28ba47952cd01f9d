import TegataBuffers
import TegataHands
import TegataRecords
import TegataSystem
import TegataTool

/// What a run came to: counted as answers come, told to people at the end and, if they want, to programs.
struct RunSummary {
    enum Kind {
        case pictures, videos
    }

    private let kind: Kind
    /// Where it is written to as JSON.
    private let path: String?
    private var inputCount = 0
    private var failureCount = 0
    private var frameCount = 0
    private var handCounts: [Handedness: Int] = [:]
    /// Pictures with the gesture, or for how many milliseconds it was to be seen.
    private var gestures: [String: Int] = [:]
    private var files: [(path: String, count: Int)] = []
    private let start = System.nanoseconds()

    /// Of the video that is read: in how many frames each hand was a left or a right one, and what was to be seen last.
    private var tracks: [Int: Track] = [:]
    private var shown: (names: Set<String>, milliseconds: Int)?
    private var interval = 0

    private struct Track {
        var counts: [Handedness: Int] = [:]
        var lastMilliseconds = 0
    }

    /// Where there are more of them, some hands may have gone.
    private static let mostTracks = 64
    /// After so long a hand has another number.
    private static let trackMilliseconds = 60_000

    /// `inputCount` is how many the user has named.
    init(_ kind: Kind, inputCount: Int, _ arguments: Arguments) throws {
        self.kind = kind
        self.inputCount = inputCount
        path = try arguments.value(of: OutputOption.summary)
        if let path { try OutputPathChecks.requireFile(path) }
    }

    /// An input could not be handled, or not wholly.
    mutating func addFailure() {
        failureCount += 1
    }

    /// Counts what was found in a picture, or in the next frame of a video.
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

    /// Counts hands that have gone.
    private mutating func endTracks(_ hasGone: (Track) -> Bool) {
        for (identifier, track) in tracks where hasGone(track) {
            let isRight = track.counts[.right] ?? 0 > track.counts[.left] ?? 0
            handCounts[isRight ? .right : .left, default: 0] += 1
            tracks[identifier] = nil
        }
    }

    /// The video has ended; its last frame is taken to have lasted as long as the one before.
    mutating func endVideo() {
        addShown()
        endTracks { _ in true }
        (shown, interval) = (nil, 0)
    }

    /// A file was written, or `count` of them into a folder.
    mutating func addFile(_ path: String, count: Int = 1) {
        if count > 0 { files.append((path, count)) }
    }

    /// Tells it. Where an output has failed, people are told of that alone.
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
        // A single picture has said everything itself, and one that failed too.
        if frameCount > 0, kind == .videos || inputCount > 1 {
            var parts = [countText + ": " + handText]
            if !gestures.isEmpty { parts.append(gestureText) }
            parts.append("\(fixed(rate(seconds), 1)) \(kind == .videos ? "frames" : "pictures") per second")
            lines.append(parts.joined(separator: "; "))
        }
        if !files.isEmpty {
            let names = files.map { $0.path + ($0.path.hasSuffix("/") ? " (\(Self.counted($0.count, "file")))" : "") }
            lines.append("written: " + names.joined(separator: ", "))
        }
        return lines
    }

    private var countText: String {
        var text = Self.counted(inputCount, kind == .videos ? "video" : "picture")
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

import TegataImages
import TegataSystem
import TegataTool
import TegataVideo

/// Writes recorded frames as images or as clips.
final class Recorder {
    private(set) var folder: RecordingFolder
    private let classes: RecordingClasses
    private let isOfClips: Bool
    private let clipEnding: String

    /// The clip that is being written; nil between clips.
    private var clip: Clip?

    private struct Clip {
        let take: RecordingPlan.Take
        let writer: VideoWriter
        /// The timestamp of the first frame.
        let milliseconds: Int
        /// The index of the first frame; nil if the frame rate is not constant.
        let index: Int?
    }

    init(_ folder: RecordingFolder, _ classes: RecordingClasses, isOfClips: Bool) {
        self.folder = folder
        self.classes = classes
        self.isOfClips = isOfClips
        // Prefer ffmpeg, because the files that Tegata writes without it are large.
        clipEnding = System.hasProgram("ffmpeg") ? ".mp4" : ".y4m"
    }

    /// Writes the frame to `take`, or skips it if `take` is nil. A change of take finishes the current clip.
    func append(_ frame: VideoFrame, of video: VideoReader, for take: RecordingPlan.Take?) throws {
        if let clip, clip.take != take { try finish() }
        guard let take else { return }
        guard let picture = frame.rgbImage() else {
            throw .failure("\(video.name): frame \(frame.index) has no image; convert the video")
        }
        let label = classes.labels[take.label]
        if isOfClips {
            try append(picture, of: video, take, label)
        } else {
            let path = try folder.nextPath(for: label, ending: ".jpg")
            try picture.write(toFileAt: path)
            folder.addFile(of: label)
        }
    }

    private func append(
        _ picture: RGBImage, of video: VideoReader, _ take: RecordingPlan.Take, _ label: String
    ) throws {
        if clip == nil {
            let path = try folder.nextPath(for: label, ending: clipEnding)
            let writer = try VideoWriter(
                writingTo: path, width: picture.width, height: picture.height,
                frameRate: video.frameRate ?? .usual)
            clip = Clip(
                take: take, writer: writer, milliseconds: video.frame.timestampMs, index: video.constantRateIndex)
        }
        guard let clip else { return }
        do {
            try clip.writer.append(
                picture, timestampMs: video.frame.timestampMs - clip.milliseconds,
                index: video.constantRateIndex.flatMap { index in clip.index.map { index - $0 } })
        } catch {
            // Keep the clip if the frame size changes, because its frames so far are good.
            if case .frameSizeChanged = error.problem {} else { self.clip = nil }
            throw error
        }
    }

    /// Finishes the clip that is being written, if there is one.
    func finish() throws {
        guard let clip else { return }
        self.clip = nil
        try clip.writer.finish()
        folder.addFile(of: classes.labels[clip.take.label])
    }

    /// Returns the number of new files in a class.
    func newCount(_ label: Int) -> Int { folder.newCount(classes.labels[label]) }

    /// The class of the clip that is being written; nil between clips.
    var clipLabel: Int? { clip?.take.label }
}

/// The directory for recorded images and clips: `FOLDER/CLASS/SESSION/000001.jpg` and so on. Existing files are never
/// overwritten.
struct RecordingFolder {
    let root: String
    let session: String
    /// The number of the last file in each class.
    private var lastNumbers: [String: Int] = [:]
    private var newCounts: [String: Int] = [:]
    /// The directory locks, because two recordings in one directory would give their files the same numbers.
    private var locks: [System.FolderLock] = []

    /// If `session` is nil, the session is named after the date and time, with a number if a class already has a
    /// session of that name.
    init(_ root: String, session: String?, labels: [String]) {
        let root = root.hasSuffix("/") ? root : root + "/"
        var name = session ?? System.dateAndTime
        var number = 1
        if session == nil {
            let start = name
            while labels.contains(where: { System.exists(root + $0 + "/" + name) }) {
                number += 1
                name = "\(start)-\(number)"
            }
        }
        self.root = root
        self.session = name
    }

    /// Returns the path for the next file of a class, and creates its directory.
    mutating func nextPath(for label: String, ending: String) throws -> String {
        let folder = root + label + "/" + session
        var last = lastNumbers[label] ?? 0
        if lastNumbers[label] == nil {
            do {
                try FileTree.makeFolder(folder)
                last = try Self.numbers(in: folder).max() ?? 0
            } catch {
                throw .failure(FileError(path: folder, reason: .notWritable(code: error.code)).description)
            }
            guard let lock = System.FolderLock(folder) else {
                throw .failure("\(folder): another recording is writing to it; choose another --session")
            }
            locks.append(lock)
        }
        var path: String
        repeat {
            last += 1
            path = folder + "/" + sixDigits(last) + ending
        } while System.exists(path)
        lastNumbers[label] = last
        return path
    }

    /// Counts a completed file of a class.
    mutating func addFile(of label: String) {
        newCounts[label, default: 0] += 1
    }

    /// Returns the number of new files in a class.
    func newCount(_ label: String) -> Int { newCounts[label] ?? 0 }

    /// Returns the number of files in a class, over all its sessions.
    func count(_ label: String) -> Int { Self.count(in: root + label, depth: 2) }

    /// Returns the numbers at the start of file names, except those above six digits, which `record` never writes.
    private static func numbers(in folder: String) throws(SystemError) -> [Int] {
        try System.namesInFolder(folder).compactMap { Int($0.prefix { ("0"..."9").contains($0) }) }
            .filter { $0 <= 999_999 }
    }

    private static func count(in folder: String, depth: Int) -> Int {
        let names = ((try? System.namesInFolder(folder)) ?? []).filter { !$0.hasPrefix(".") }
        return names.reduce(0) { count, name in
            let path = folder + "/" + name
            if System.isFile(path) { return count + 1 }
            return count
                + (depth > 1 && System.isFolder(path, followingLinks: false)
                    ? Self.count(in: path, depth: depth - 1) : 0)
        }
    }
}

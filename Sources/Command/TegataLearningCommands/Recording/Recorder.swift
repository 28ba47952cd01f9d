import TegataImages
import TegataTool
import TegataVideo

/// Writes the frames that are taken: as pictures, or one after the other as clips.
final class Recorder {
    private(set) var folder: RecordingFolder
    private let classes: RecordingClasses
    private let isOfClips: Bool
    private let clipEnding: String

    /// The clip that is being written.
    private var clip: Clip?

    private struct Clip {
        let take: RecordingPlan.Take
        let writer: VideoWriter
        /// Of its first frame.
        let milliseconds: Int
        let index: Int?
    }

    init(_ folder: RecordingFolder, _ classes: RecordingClasses, isOfClips: Bool) {
        self.folder = folder
        self.classes = classes
        self.isOfClips = isOfClips
        // Videos that need no other program are large.
        clipEnding = System.hasProgram("ffmpeg") ? ".mp4" : ".y4m"
    }

    /// Writes a frame for what it is taken for, or none; what came before is finished where it is something else.
    func append(_ frame: VideoFrame, of video: VideoReader, for take: RecordingPlan.Take?) throws {
        if let clip, clip.take != take { try finish() }
        guard let take else { return }
        guard let picture = frame.rgbImage() else {
            throw .failure("\(video.name): frame \(frame.index) has no picture; convert the video")
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
            // What was before another size is there.
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

    /// How many files of a class are new.
    func newCount(_ label: Int) -> Int { folder.newCount(classes.labels[label]) }

    /// Whether a clip is being written, and of which class.
    var clipLabel: Int? { clip?.take.label }
}

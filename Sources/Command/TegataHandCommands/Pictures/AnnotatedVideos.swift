import TegataHands
import TegataImages
import TegataSystem
import TegataTool
import TegataVideo

/// The output for annotated videos.
struct AnnotatedVideos {
    private let output: String
    private let isFolder: Bool
    /// The maximum number of frames in each video, and the maximum duration in seconds; nil if there is no limit.
    private let frameLimit: Int?
    private let secondsLimit: Double?
    /// The writer of the current video, which starts with the first frame because that determines the size.
    private var writer: VideoWriter?
    /// The error that stopped the current video.
    private(set) var failure: (any Error)?

    /// Plans the paths: a single video goes to `output`; several go into a directory of that name and keep their names.
    /// Throws if this is not possible, or would overwrite one of `inputs`, the paths of all files that are read.
    init(_ output: String, operands: [String], inputs: [String], _ arguments: Arguments, _ console: Console) throws {
        self.output = output
        frameLimit = try arguments.value(of: TrackOption.frameCount)
        secondsLimit = try arguments.value(of: VideoPartOption.duration)
        isFolder =
            output.hasSuffix("/") || operands.count > 1 || System.isFolder(output)
            || OutputPathChecks.isNamedAsFolder(output)
        guard output != "-" || !isFolder else { throw .usage("--annotate - is for a single video; give a directory") }
        guard isFolder || output == "-" || VideoWriter.canWrite(output) else {
            throw .usage(
                "--annotate \(output): is not the name of a video file; use the extension .mp4, .mkv, .mov, .webm, .avi, .gif or .y4m"
            )
        }
        let names = isFolder ? operands.map(Self.name) : []
        if let twice = names.first(where: { name in names.count { $0 == name } > 1 }) {
            throw .usage("--annotate \(output): two videos would both be written as \(twice); annotate them one by one")
        }
        try requirePlaces(for: operands, inputs: inputs, console)
    }

    /// Checks that all outputs can be written, before anything is written.
    private func requirePlaces(for operands: [String], inputs: [String], _ console: Console) throws {
        guard output != "-" else {
            return try OutputPathChecks.requireNoTerminal("--annotate", "a Y4M video", console)
        }
        let inputs = System.identities(ofInputs: inputs)
        for path in operands.map(path) {
            if let identity = System.identity(path) {
                guard !inputs.contains(identity) else {
                    throw .failure(
                        "\(path): would overwrite an input file; choose another name for the annotated one")
                }
                try OutputPathChecks.requireFile(path)
            }
            if path.lowercased().hasSuffix(".y4m") { continue }
            if case .descriptor? = try? PendingFile.place(of: path) {
                throw .usage(
                    "--annotate \(path): is a stream of this process, to which ffmpeg cannot write; give a file, or use"
                        + " --annotate -")
            }
            guard System.hasProgram("ffmpeg") else {
                throw .failure(VideoError(file: path, problem: .programMissing("ffmpeg")).description)
            }
        }
        guard isFolder else { return try OutputPathChecks.requireFile(output) }
        try OutputPathChecks.requireFolder(output)
        if let remark = OutputPathChecks.remark(onFolder: output, of: "--annotate") { console.warn(remark) }
    }

    /// Returns the path of the annotated video for an input.
    private func path(for operand: String) -> String {
        isFolder ? output + (output.hasSuffix("/") ? "" : "/") + Self.name(operand) : output
    }

    /// Returns the name of an annotated video. Streams and cameras become MP4 files, which play everywhere.
    private static func name(_ operand: String) -> String {
        let name = PictureFiles.fileName(operand == "-" ? "video" : operand)
        return VideoWriter.canWrite(name) ? name : name + ".mp4"
    }

    /// Begins the output for the next video.
    mutating func begin() {
        writer = nil
        failure = nil
    }

    /// Adds the image for the last frame that the video has read; has no effect after an error.
    mutating func append(_ picture: @autoclosure () -> RGBImage, for operand: String, _ video: VideoReader) {
        guard failure == nil else { return }
        do {
            let writer = try writer ?? self.writer(for: operand, video)
            self.writer = writer
            try append(picture(), to: writer, video)
        } catch {
            failure = error
            writer = nil
        }
    }

    private func append(_ picture: RGBImage, to writer: VideoWriter, _ video: VideoReader) throws {
        do {
            try writer.append(picture, timestampMs: video.frame.timestampMs, index: video.constantRateIndex)
        } catch {
            if output == "-", case .unwritable(.notWritable(code: let code)) = error.problem,
                SystemError(code: code).isBrokenPipe
            {
                Interruption.endAfterBrokenPipe()
            }
            throw error
        }
    }

    /// Ends the output for a video, and returns the path of its file; nil if there is none. With `isCut`, the sound
    /// ends with the last frame.
    mutating func end(for operand: String, isCut: Bool) throws -> String? {
        if let failure { throw failure }
        guard let writer else { return nil }
        self.writer = nil
        try writer.finish(cuttingSound: isCut)
        return output == "-" ? nil : path(for: operand)
    }

    /// Starts the annotated video for `video`, with the size and rate of its frames.
    private func writer(for operand: String, _ video: VideoReader) throws -> VideoWriter {
        if isFolder { try System.makeFolder(output) }
        let frameRate = video.frameRate ?? .usual
        // A number of frames gives a duration only if the frame rate is constant.
        let frameLimit = video.mayHaveConstantRate ? frameLimit : nil
        return try VideoWriter(
            writingTo: path(for: operand), width: video.frame.width, height: video.frame.height,
            frameRate: frameRate,
            soundFrom: video.mayHaveSound ? operand : nil,
            soundStart: Double(video.firstTimestampMs) / 1000,
            soundSeconds: [frameLimit.map { Double($0) / frameRate.perSecond }, secondsLimit].compactMap { $0 }
                .min())
    }
}

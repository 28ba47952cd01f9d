import TegataHands
import TegataImages
import TegataSystem
import TegataTool
import TegataVideo

/// Where annotated videos go.
struct AnnotatedVideos {
    private let output: String
    private let isFolder: Bool
    /// How many frames each has at most, and how many seconds.
    private let frameLimit: Int?
    private let secondsLimit: Double?

    /// One video goes where `output` says, several into a folder of that name, where they are called as they are now.
    /// Throws where that is not possible, or `inputs` would be replaced, which are all the files that are read.
    init(_ output: String, operands: [String], inputs: [String], _ arguments: Arguments, _ console: Console) throws {
        self.output = output
        frameLimit = try arguments.value(of: TrackOption.frameCount)
        secondsLimit = try arguments.value(of: VideoPartOption.duration)
        isFolder =
            output.hasSuffix("/") || operands.count > 1 || System.isFolder(output)
            || OutputPathChecks.isNamedAsFolder(output)
        guard output != "-" || !isFolder else { throw .usage("--annotate - is for a single video; name a folder") }
        guard isFolder || output == "-" || VideoWriter.canWrite(output) else {
            throw .usage(
                "--annotate \(output): the name does not end as that of a video; choose .mp4, .mkv, .mov, .webm, .avi, .gif or .y4m"
            )
        }
        let names = isFolder ? operands.map(Self.name) : []
        if let twice = names.first(where: { name in names.count { $0 == name } > 1 }) {
            throw .usage("--annotate \(output): two videos would be called \(twice) there; annotate them one by one")
        }
        try requirePlaces(for: operands, inputs: inputs, console)
    }

    /// Tries what is to be written before anything is.
    private func requirePlaces(for operands: [String], inputs: [String], _ console: Console) throws {
        guard output != "-" else {
            return try OutputPathChecks.requireNoTerminal("--annotate", "a Y4M video", console)
        }
        let inputs = System.identities(ofInputs: inputs)
        for path in operands.map(path) {
            if let identity = System.identity(path) {
                guard !inputs.contains(identity) else {
                    throw .failure(
                        "\(path): is one of the files that are read; choose another name for the annotated one")
                }
                try OutputPathChecks.requireFile(path)
            }
            if path.lowercased().hasSuffix(".y4m") { continue }
            if case .descriptor? = try? PendingFile.place(of: path) {
                throw .usage(
                    "--annotate \(path): leads to a stream of this process, which ffmpeg cannot write to; name a file,"
                        + " or write --annotate -")
            }
            guard System.hasProgram("ffmpeg") else {
                throw .failure(VideoError(file: path, problem: .programMissing("ffmpeg")).description)
            }
        }
        guard isFolder else { return try OutputPathChecks.requireFile(output) }
        try OutputPathChecks.requireFolder(output)
        if let remark = OutputPathChecks.remark(onFolder: output, of: "--annotate") { console.warn(remark) }
    }

    /// Where the one for a video goes.
    func path(for operand: String) -> String {
        isFolder ? output + (output.hasSuffix("/") ? "" : "/") + Self.name(operand) : output
    }

    /// Streams and cameras become files that play everywhere.
    private static func name(_ operand: String) -> String {
        let name = PictureFiles.fileName(operand == "-" ? "video" : operand)
        return VideoWriter.canWrite(name) ? name : name + ".mp4"
    }

    /// Starts the one for a video whose frames are like this.
    func writer(for operand: String, _ video: VideoReader) throws -> VideoWriter {
        if isFolder { try System.makeFolder(output) }
        let frameRate = video.frameRate ?? .usual
        // Nothing else tells how long so many frames are.
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

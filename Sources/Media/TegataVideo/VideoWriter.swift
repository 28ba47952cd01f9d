import TegataBuffers
import TegataCapture
import TegataImages
import TegataSystem

/// Writes a video, which appears under its name only when it is complete.
///
/// The extension selects the format: `.y4m` and standard output ("-") get raw Y4M. All other formats are encoded by
/// `ffmpeg`, which must be on the PATH.
package final class VideoWriter {
    private let name: String
    private let width: Int
    private let height: Int
    private let frameRate: FrameRate
    /// The encoder program.
    private let encoder: String
    private let hasSound: Bool
    private var sink: Sink
    /// The last frame in its stored form, after the mark that precedes each frame.
    private var stored: [UInt8] = []
    private var writtenCount = 0
    /// The number of frames left out of gaps that exceed the limit.
    private var leftOutCount = 0

    /// The maximum number of frames in a gap between two images.
    package static let longestGap = 3600
    private var gapLimit: Int { min(Self.longestGap, max(1, Int(60 * frameRate.perSecond))) }

    private static let encodedEndings = ["mp4", "m4v", "mkv", "mov", "webm", "avi", "gif"]
    private static let frameMark = Array("FRAME\n".utf8)

    private enum Sink {
        case standardOutput
        case file(PendingFile)
        case encoder(ChildProcess, PendingFile)
        case finished
    }

    /// Starts a video with frames of the same size at a constant rate. The sound, if any, comes from the video at
    /// `soundPath`, starting at `soundStart` seconds and lasting `soundSeconds` if that is known.
    package convenience init(
        writingTo path: String, width: Int, height: Int, frameRate: FrameRate, soundFrom soundPath: String? = nil,
        soundStart: Double = 0, soundSeconds: Double? = nil
    ) throws(VideoError) {
        try self.init(
            writingTo: path, width: width, height: height, frameRate: frameRate, soundFrom: soundPath,
            soundStart: soundStart, soundSeconds: soundSeconds, encoder: "ffmpeg")
    }

    /// Starts a video with the given encoder program.
    package init(
        writingTo path: String, width: Int, height: Int, frameRate: FrameRate, soundFrom soundPath: String?,
        soundStart: Double = 0, soundSeconds: Double? = nil, encoder: String
    ) throws(VideoError) {
        precondition(width > 0 && height > 0, "a video must have pixels")
        name = path == "-" ? "standard output" : path
        self.width = width
        self.height = height
        self.frameRate = frameRate
        self.encoder = encoder
        let ending = Self.ending(of: path)
        // GIF files have no sound.
        let soundPath = ending == "gif" ? nil : soundPath
        hasSound = soundPath != nil
        do throws(VideoError.Problem) {
            let (pixelCount, overflows) = width.multipliedReportingOverflow(by: height)
            guard !overflows, pixelCount <= VideoFrame.maximumPixelCount else {
                throw .tooManyPixels(width: width, height: height)
            }
            if path == "-" {
                sink = .standardOutput
            } else if ending == "y4m" {
                sink = .file(try orUnwritable { () throws(FileError) in try PendingFile(for: path) })
            } else {
                guard Self.encodedEndings.contains(ending) else { throw .nameEndingUnknown }
                let file = try orUnwritable { () throws(FileError) in try PendingFile(for: path) }
                let copiesSound = try soundPath.map { (path) throws(VideoError.Problem) in
                    try Self.takesSound(of: path, file, encoder)
                }
                let arguments = Self.encoderArguments(
                    output: file.temporaryPath, ending: ending, soundPath: soundPath, start: soundStart,
                    seconds: soundSeconds, copiesSound: copiesSound ?? false, frameRate: frameRate,
                    hasOddSide: (width | height) % 2 == 1)
                sink = .encoder(try ChildProcess(video: encoder, arguments, connecting: .input), file)
            }
            stored = Array(
                "YUV4MPEG2 W\(width) H\(height) F\(frameRate.frames):\(frameRate.seconds) Ip A1:1 C420jpeg\n".utf8)
            try putStored()
            stored = Self.frameMark
        } catch {
            throw VideoError(file: name, problem: error)
        }
    }

    /// Whether the path has the extension of a supported video format.
    package static func canWrite(_ path: String) -> Bool {
        ending(of: path) == "y4m" || encodedEndings.contains(ending(of: path))
    }

    private static func ending(of path: String) -> String {
        path.lastIndex(of: ".").map { path[$0...].dropFirst().lowercased() } ?? ""
    }

    private static let quietArguments = ["-nostdin", "-hide_banner", "-nostats", "-loglevel", "level+error", "-y"]

    /// Whether the format of `file` can store a video's sound unchanged, which only a trial can show.
    private static func takesSound(
        of path: String, _ file: PendingFile, _ encoder: String
    ) throws(VideoError.Problem) -> Bool {
        // Copy a short part, because some formats reject the sound only at the first packet.
        let output = ["-map", "0:a?", "-c", "copy", "-t", FFmpegReader.seconds(0.1), "file:" + file.temporaryPath]
        let process = try ChildProcess(
            video: encoder, quietArguments + FFmpegInput.arguments(path: path) + output, connecting: .input)
        process.closeConnection()
        return process.wait() == 0
    }

    private static func encoderArguments(
        output: String, ending: some StringProtocol, soundPath: String?, start: Double, seconds: Double?,
        copiesSound: Bool, frameRate: FrameRate, hasOddSide: Bool
    ) -> [String] {
        var arguments = quietArguments + ["-f", "yuv4mpegpipe", "-i", "pipe:0"]
        if let soundPath {
            // Read only as much sound as the frames last, if that is known.
            if start > 0 { arguments += ["-ss", FFmpegReader.seconds(start)] }
            if let seconds { arguments += ["-t", FFmpegReader.seconds(seconds)] }
            arguments += FFmpegInput.arguments(path: soundPath) + ["-map", "0:v:0", "-map", "1:a?"]
            // ffmpeg's default codec for a format is one that all players support.
            if copiesSound { arguments += ["-c:a", "copy"] }
            // Drop the sound between the start and the key frame before it, where decoding begins.
            if copiesSound, start > 0 { arguments += ["-copypriorss:a", "0"] }
        }
        if ending == "gif" {
            return arguments + ["-vf", animationFilter(frameRate), "file:" + output]
        }
        // Without colour tags, players assume a different standard for large videos.
        arguments += [
            "-pix_fmt", "yuv420p", "-colorspace", "smpte170m", "-color_primaries", "bt709", "-color_trc", "bt709",
        ]
        // Most encoders require even sides.
        if hasOddSide { arguments += ["-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2"] }
        // The default AVI encoder has poor quality unless the quality is set.
        if ending == "avi" { arguments += ["-q:v", "3"] }
        return arguments + ["file:" + output]
    }

    /// Returns a filter that gives each frame its own palette; a common palette would need all frames in memory.
    private static func animationFilter(_ frameRate: FrameRate) -> String {
        let colours = "split[a][b];[a]palettegen=stats_mode=single[p];[b][p]paletteuse=new=1"
        // GIF times are in hundredths of a second, and players show frames shorter than two hundredths for far longer.
        return frameRate.perSecond > 50 ? "fps=50," + colours : colours
    }

    /// Adds an image that is shown `timestampMs` after the first, or as frame `index` if that is known.
    ///
    /// The video has a constant rate: the previous image is repeated up to the new one, and an image that comes too
    /// soon for the rate is skipped. Gaps are limited to a minute or ``longestGap`` frames, because a few bytes can
    /// declare a gap of years. When streams must end, the rest of a gap is skipped.
    ///
    /// After an error, there is no video unless the error is that the image has another size; a video of the earlier
    /// images can then still be completed.
    package func append(_ picture: RGBImage, timestampMs: Int, index: Int? = nil) throws(VideoError) {
        guard picture.width == width, picture.height == height else {
            throw VideoError(file: name, problem: .frameSizeChanged(width: picture.width, height: picture.height))
        }
        do throws(VideoError.Problem) {
            let place = max(0, (index ?? frameRate.nearestFrame(timestampMs: timestampMs)) - leftOutCount)
            if 0 < writtenCount && writtenCount < place {
                let end = min(place, writtenCount + gapLimit)
                while writtenCount < end && !LiveStreams.haveEnded { try putFrame() }
                leftOutCount += place - writtenCount
            } else if 0 < writtenCount && writtenCount > place {
                return
            }
            stored.removeLast(stored.count - Self.frameMark.count)
            picture.appendI420(to: &stored)
            try putFrame()
        } catch {
            sink = .finished
            throw VideoError(file: name, problem: error)
        }
    }

    /// Completes the video; without this call, no file remains. With `cuttingSound`, the sound ends with the last
    /// image; otherwise it plays to its end.
    package func finish(cuttingSound: Bool = false) throws(VideoError) {
        let sink = sink
        self.sink = .finished
        do throws(VideoError.Problem) {
            switch sink {
            case .standardOutput, .finished: break
            case .file(let file): try orUnwritable { () throws(FileError) in try file.commit() }
            case .encoder(let process, let file):
                process.closeConnection()
                try Self.requireWhole(file, by: process)
                let whole = try cuttingSound && hasSound ? cut(file) : file
                try orUnwritable { () throws(FileError) in try whole.commit() }
            }
        } catch {
            throw VideoError(file: name, problem: error)
        }
    }

    /// Returns a copy of the encoded video without the sound after its last image. Nothing is encoded again.
    private func cut(_ file: PendingFile) throws(VideoError.Problem) -> PendingFile {
        let cut = try orUnwritable { () throws(FileError) in try PendingFile(for: file.path) }
        let process = try ChildProcess(
            video: encoder,
            Self.quietArguments + [
                "-i", "file:" + file.temporaryPath,
                "-t", FFmpegReader.seconds(Double(writtenCount) / frameRate.perSecond), "-map", "0", "-c", "copy",
                "file:" + cut.temporaryPath,
            ], connecting: .input)
        process.closeConnection()
        try Self.requireWhole(cut, by: process)
        return cut
    }

    /// Waits for the program to write the file; throws if the file is incomplete, even if the exit status is 0.
    private static func requireWhole(_ file: PendingFile, by process: ChildProcess) throws(VideoError.Problem) {
        let status = process.wait()
        let messages = FFmpegMessages(process.messageLines(), path: file.temporaryPath)
        guard status == 0 || status == ChildProcess.unknownStatus && messages.errors.isEmpty,
            !messages.saysThatWritingFailed,
            ContainerCheck.isWhole(file.temporaryPath, ending: Self.ending(of: file.temporaryPath))
        else { throw messages.writingFailure }
    }

    private func put(_ bytes: [UInt8], into pipe: Int32) throws(VideoError.Problem) {
        do throws(SystemError) {
            try writeAllToPipe(bytes.span.bytes, pipe)
        } catch {
            throw .unwritable(.notWritable(code: error.code))
        }
    }

    private func putFrame() throws(VideoError.Problem) {
        try putStored()
        writtenCount += 1
    }

    private func putStored() throws(VideoError.Problem) {
        switch sink {
        case .finished: break
        case .standardOutput:
            let bytes = stored
            try OngoingWrite.noted(STDOUT_FILENO) { () throws(VideoError.Problem) in
                try put(bytes, into: STDOUT_FILENO)
            }
        case .file(let file):
            let bytes = stored
            try orUnwritable { () throws(FileError) in try file.append(bytes.span.bytes) }
        case .encoder(let process, let file):
            do throws(VideoError.Problem) {
                try put(stored, into: process.descriptor)
            } catch {
                // The encoder has closed its input, so its message is more useful than the broken pipe.
                process.closeConnection()
                let status = process.wait()
                let messages = FFmpegMessages(process.messageLines(), path: file.temporaryPath)
                throw status == 0 && !messages.saysThatWritingFailed ? error : messages.writingFailure
            }
        }
    }
}

private func orUnwritable<Result>(_ body: () throws(FileError) -> Result) throws(VideoError.Problem) -> Result {
    do throws(FileError) {
        return try body()
    } catch {
        throw .unwritable(error.reason)
    }
}

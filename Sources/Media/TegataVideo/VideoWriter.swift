import TegataBuffers
import TegataCapture
import TegataImages
import TegataSystem

/// Writes pictures as a video, which appears whole or not at all.
///
/// What the name ends with says how: `.y4m` and the standard output ("-") get raw Y4M, everything else is encoded by
/// the program `ffmpeg`, which must be on the PATH.
package final class VideoWriter {
    private let name: String
    private let width: Int
    private let height: Int
    private let frameRate: FrameRate
    /// The program that encodes.
    private let encoder: String
    private let hasSound: Bool
    private var sink: Sink
    /// The last picture as it is stored, with the mark of frames before it.
    private var stored: [UInt8] = []
    private var writtenCount = 0
    /// Frames that gaps would have had beyond their limit.
    private var leftOutCount = 0

    /// How many frames a gap between two pictures has at most.
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

    /// Starts a video with frames of one size at a constant rate; the sound, if any, is that of the video `soundPath`
    /// from `soundStart` seconds on, for `soundSeconds` where that is known.
    package convenience init(
        writingTo path: String, width: Int, height: Int, frameRate: FrameRate, soundFrom soundPath: String? = nil,
        soundStart: Double = 0, soundSeconds: Double? = nil
    ) throws(VideoError) {
        try self.init(
            writingTo: path, width: width, height: height, frameRate: frameRate, soundFrom: soundPath,
            soundStart: soundStart, soundSeconds: soundSeconds, encoder: "ffmpeg")
    }

    /// With the program that encodes.
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
        // Animations have none.
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

    /// Whether the name ends as that of a video.
    package static func canWrite(_ path: String) -> Bool {
        ending(of: path) == "y4m" || encodedEndings.contains(ending(of: path))
    }

    private static func ending(of path: String) -> String {
        path.lastIndex(of: ".").map { path[$0...].dropFirst().lowercased() } ?? ""
    }

    private static let quietArguments = ["-nostdin", "-hide_banner", "-nostats", "-loglevel", "level+error", "-y"]

    /// Whether the kind of `file` can have the sound of a video as it is, which only a trial tells.
    private static func takesSound(
        of path: String, _ file: PendingFile, _ encoder: String
    ) throws(VideoError.Problem) -> Bool {
        // Some kinds are refused with the first packet.
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
            // No more of it than there are pictures, where that is known.
            if start > 0 { arguments += ["-ss", FFmpegReader.seconds(start)] }
            if let seconds { arguments += ["-t", FFmpegReader.seconds(seconds)] }
            arguments += FFmpegInput.arguments(path: soundPath) + ["-map", "0:v:0", "-map", "1:a?"]
            // What the program chooses for a kind of file is one that all players know.
            if copiesSound { arguments += ["-c:a", "copy"] }
            // Not what lies between the start and the picture before it from which decoding begins.
            if copiesSound, start > 0 { arguments += ["-copypriorss:a", "0"] }
        }
        if ending == "gif" {
            return arguments + ["-vf", animationFilter(frameRate), "file:" + output]
        }
        // Players take colours without a mark for those of another standard if the video is large.
        arguments += [
            "-pix_fmt", "yuv420p", "-colorspace", "smpte170m", "-color_primaries", "bt709", "-color_trc", "bt709",
        ]
        // Most encoders want even sides.
        if hasOddSide { arguments += ["-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2"] }
        // The usual encoder of this container is poor unless told what quality is wanted.
        if ending == "avi" { arguments += ["-q:v", "3"] }
        return arguments + ["file:" + output]
    }

    /// Each frame of an animation has the colours that fit it best; a table for all of them would need all in memory.
    private static func animationFilter(_ frameRate: FrameRate) -> String {
        let colours = "split[a][b];[a]palettegen=stats_mode=single[p];[b][p]paletteuse=new=1"
        // Times are in hundredths of a second, and players show frames of less than two far longer.
        return frameRate.perSecond > 50 ? "fps=50," + colours : colours
    }

    /// Adds a picture that is shown from `timestampMs` after the first on, or as the frame `index` where that is known.
    ///
    /// The video keeps its rate: the picture before is shown until then, and one that comes too early for the rate is
    /// left out. Gaps of more than a minute or ``longestGap`` pictures become as short as that, since a few bytes can
    /// declare one of years; where streams are to end, what is left of one is left out.
    ///
    /// After an error there is no video, unless it is that a picture has another size: what was added before can be
    /// finished then.
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

    /// Ends the video; without this nothing of it stays. `cuttingSound` ends the sound with the last picture; otherwise
    /// it goes on to its own end.
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

    /// The encoded video without the sound behind its last picture, which only copies what is there.
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

    /// Waits until the program has written the file; throws where that is not all of it, whatever its status.
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
                // It has closed its input: what it says is more telling than the broken pipe.
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

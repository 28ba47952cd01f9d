import TegataCapture
import TegataSystem

/// What ffmpeg has said.
struct FFmpegMessages {
    /// Its errors, each once, without the parts of the program that they come from.
    private(set) var errors: [String] = []
    /// What was said last that is no message of its own, as of the system where the program does not start.
    private let lastWords: String?
    /// In seconds.
    private(set) var duration: Double?
    /// Whether the average rate is the nominal one.
    private(set) var mayHaveConstantRate = true
    /// The average rate where it is another.
    private(set) var averageRate: FrameRate?

    init(_ lines: [Substring], path: String) {
        lastWords = lines.last.map(String.init)
        var known: Set<String> = []
        for line in lines {
            for level in ["[error] ", "[fatal] "] {
                // Before it stand the parts of the program alone; elsewhere it may be part of a title or a name.
                guard let start = line.firstRange(of: level), Self.arePrograms(line[..<start.lowerBound]) else {
                    continue
                }
                var text = String(line[start.upperBound...])
                let name = "file:" + path + ": "
                if text.hasPrefix(name) { text = String(text.dropFirst(name.count)) }
                // Behind it stand all that are.
                if text.hasPrefix("Format not on whitelist") { text = "it is a list of files, or a rare format" }
                if known.insert(text).inserted { errors.append(text) }
            }
            // Further behind it may be part of a title or a name.
            if duration == nil, line.hasPrefix(Self.durationMark) {
                duration = Self.seconds(line.dropFirst(Self.durationMark.count).prefix { $0 != "," })
            }
            if line.hasPrefix(Self.streamMark), let start = line.firstRange(of: ": Video: ")?.upperBound {
                let parts = line[start...].split(separator: ", ")
                let average = parts.first { $0.hasSuffix(" fps") }?.dropLast(4)
                // Streams of packets may have no average.
                if let nominal = parts.first(where: { $0.hasSuffix(" tbr") })?.dropLast(4), nominal != average {
                    mayHaveConstantRate = false
                    averageRate = average.flatMap { Double($0) }.flatMap { Int(exactly: ($0 * 1000).rounded()) }
                        .flatMap { FrameRate(frames: $0, seconds: 1000) }
                }
            }
        }
    }

    /// Whether a text is nothing but parts of the program in a row, such as "[png @ 0x55a3c313d400] ".
    private static func arePrograms(_ text: Substring) -> Bool {
        text.isEmpty
            || text.hasPrefix("[") && text.hasSuffix("] ")
                && text.dropFirst().dropLast(2).split(separator: "] [", omittingEmptySubsequences: false)
                    .allSatisfy { $0.contains(" @ 0x") && !$0.contains("]") && !$0.contains("[") }
    }

    private static let durationMark = "[info]   Duration: "
    private static let streamMark = "[info]   Stream #0:"

    /// Of a text like 00:10:08.08; nil where it is no time, or one of more than 30 years.
    private static func seconds(_ text: Substring) -> Double? {
        var result = 0.0
        for part in text.split(separator: ":") {
            guard part.allSatisfy({ ("0"..."9").contains($0) || $0 == "." }), let value = Double(part) else {
                return nil
            }
            result = 60 * result + value
        }
        return result <= 1e9 ? result : nil
    }

    /// Whether it could not write all that it had, which its status does not always say.
    var saysThatWritingFailed: Bool {
        let words = ["Error writing", "Error muxing", "Error submitting a packet to the muxer", "Error closing file"]
        return errors.contains { error in
            Self.diskCodes.contains { error.contains(SystemError(code: $0).text) }
                || words.contains { error.contains($0) }
                || error.contains("av_interleaved_write_frame()") || error.contains("av_write_trailer()")
        }
    }

    /// What keeps a disk from taking more.
    private static let diskCodes = [ENOSPC, EDQUOT, EFBIG, EROFS, EIO]

    /// Why it has not written all, in the system's words where these are the cause.
    var writingFailure: VideoError.Problem {
        for code in Self.diskCodes where errors.contains(where: { $0.contains(SystemError(code: code).text) }) {
            return .unwritable(.notWritable(code: code))
        }
        return .notWritten(reason)
    }

    /// The errors as one line, of a program that has ended with `status`.
    func failure(status: Int32) -> VideoError.Problem {
        if status == ChildProcess.unknownStatus, errors.isEmpty {
            return .programFailed(
                program: "ffmpeg", reason: "how it ended is unknown, since this process ignores SIGCHLD; let it not")
        }
        if status == Self.notStarted { return .programNotStarted(program: "ffmpeg", reason: lastWords ?? reason) }
        if errors.contains(where: { $0.contains("does not contain any stream") }) {
            return .noPictures
        }
        for error in errors where error.contains("exceeds specified max pixel count") {
            // "Picture size 16384x12000 exceeds…"
            let words = error.split(separator: " ")
            let size = words.count > 2 ? words[2].split(separator: "x").compactMap { Int($0) } : []
            if size.count == 2 { return .tooManyPixels(width: size[0], height: size[1]) }
        }
        return .programFailed(program: "ffmpeg", reason: reason)
    }

    /// The status of programs that cannot be executed, or whose libraries cannot be loaded.
    private static let notStarted: Int32 = 127

    private var reason: String {
        let parts = errors.count > 1 ? [errors[0], errors[errors.count - 1]] : errors
        return parts.isEmpty ? "it ended without saying why" : parts.joined(separator: "; ")
    }
}

import TegataCapture
import TegataSystem

/// The messages that ffmpeg printed.
struct FFmpegMessages {
    /// ffmpeg's errors, each listed once, without the names of the components that reported them.
    private(set) var errors: [String] = []
    /// The last output that is not a message, for example the system's error if the program does not start.
    private let lastWords: String?
    /// The duration in seconds; nil if unknown.
    private(set) var duration: Double?
    /// Whether the average rate is the nominal one.
    private(set) var mayHaveConstantRate = true
    /// The average rate, if it differs from the nominal one.
    private(set) var averageRate: FrameRate?

    init(_ lines: [Substring], path: String) {
        lastWords = lines.last.map(String.init)
        var known: Set<String> = []
        for line in lines {
            for level in ["[error] ", "[fatal] "] {
                // Only component names precede a level mark; elsewhere, the text may be part of a title or a name.
                guard let start = line.firstRange(of: level), Self.arePrograms(line[..<start.lowerBound]) else {
                    continue
                }
                var text = String(line[start.upperBound...])
                let name = "file:" + path + ": "
                if text.hasPrefix(name) { text = String(text.dropFirst(name.count)) }
                // Shorten this message, because it continues with a list of all formats.
                if text.hasPrefix("Format not on whitelist") { text = "it is a list of files, or a rare format" }
                if known.insert(text).inserted { errors.append(text) }
            }
            // Further along the line, the text may be part of a title or a name.
            if duration == nil, line.hasPrefix(Self.durationMark) {
                duration = Self.seconds(line.dropFirst(Self.durationMark.count).prefix { $0 != "," })
            }
            if line.hasPrefix(Self.streamMark), let start = line.firstRange(of: ": Video: ")?.upperBound {
                let parts = line[start...].split(separator: ", ")
                let average = parts.first { $0.hasSuffix(" fps") }?.dropLast(4)
                // Packet streams may have no average rate.
                if let nominal = parts.first(where: { $0.hasSuffix(" tbr") })?.dropLast(4), nominal != average {
                    mayHaveConstantRate = false
                    averageRate = average.flatMap { Double($0) }.flatMap { Int(exactly: ($0 * 1000).rounded()) }
                        .flatMap { FrameRate(frames: $0, seconds: 1000) }
                }
            }
        }
    }

    /// Whether a text consists only of component names, such as "[png @ 0x55a3c313d400] ".
    private static func arePrograms(_ text: Substring) -> Bool {
        text.isEmpty
            || text.hasPrefix("[") && text.hasSuffix("] ")
                && text.dropFirst().dropLast(2).split(separator: "] [", omittingEmptySubsequences: false)
                    .allSatisfy { $0.contains(" @ 0x") && !$0.contains("]") && !$0.contains("[") }
    }

    private static let durationMark = "[info]   Duration: "
    private static let streamMark = "[info]   Stream #0:"

    /// Returns the seconds in text such as 00:10:08.08; nil if it is not a time, or exceeds 30 years.
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

    /// Whether ffmpeg failed to write all its data, which its exit status does not always show.
    var saysThatWritingFailed: Bool {
        let words = ["Error writing", "Error muxing", "Error submitting a packet to the muxer", "Error closing file"]
        return errors.contains { error in
            Self.diskCodes.contains { error.contains(SystemError(code: $0).text) }
                || words.contains { error.contains($0) }
                || error.contains("av_interleaved_write_frame()") || error.contains("av_write_trailer()")
        }
    }

    /// The system errors that mean that a disk cannot accept data.
    private static let diskCodes = [ENOSPC, EDQUOT, EFBIG, EROFS, EIO]

    /// The reason for the failure, with the system's error if there is one.
    var writingFailure: VideoError.Problem {
        for code in Self.diskCodes where errors.contains(where: { $0.contains(SystemError(code: code).text) }) {
            return .unwritable(.notWritable(code: code))
        }
        return .notWritten(reason)
    }

    /// Returns the error of a program that ended with `status`.
    func failure(status: Int32) -> VideoError.Problem {
        if status == ChildProcess.unknownStatus, errors.isEmpty {
            return .programFailed(
                program: "ffmpeg",
                reason: "its exit status is unknown, because this process ignores SIGCHLD; stop ignoring it")
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

    /// The exit status of programs that cannot be executed, or whose libraries cannot be loaded.
    private static let notStarted: Int32 = 127

    private var reason: String {
        let parts = errors.count > 1 ? [errors[0], errors[errors.count - 1]] : errors
        return parts.isEmpty ? "it ended without an error message" : parts.joined(separator: "; ")
    }
}

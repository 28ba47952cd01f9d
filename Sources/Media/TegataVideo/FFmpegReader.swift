import TegataPixels
import TegataSystem

/// Frames of a video file, decoded by the program ffmpeg.
final class FFmpegReader {
    private let process: ChildProcess
    private let path: String
    private var demuxer: NUTDemuxer
    private var clock: FrameClock
    var frameRate: FrameRate? { demuxer.header.frameRate }
    /// How many frames there are by the file's duration and rate.
    let estimatedFrameCount: Int?

    init(path: String, program: String) throws(VideoError.Problem) {
        self.path = path
        let process = try ChildProcess(video: program, Self.arguments(path: path), connecting: .output)
        self.process = process
        guard let demuxer = try NUTDemuxer(InputStream(descriptor: process.descriptor, closing: false)) else {
            process.closeConnection()
            _ = process.wait()
            throw FFmpegMessages(process.messageLines(), path: path).failure
        }
        self.demuxer = demuxer
        let header = demuxer.header
        let (pixelCount, overflows) = header.width.multipliedReportingOverflow(by: header.height)
        guard !overflows, pixelCount <= VideoFrame.maximumPixelCount else {
            throw .tooManyPixels(width: header.width, height: header.height)
        }
        let messages = FFmpegMessages(process.messageLines(), path: path)
        clock = FrameClock(rate: header.frameRate, isConstant: messages.mayHaveConstantRate)
        estimatedFrameCount = messages.duration.flatMap { duration in
            header.frameRate.flatMap { Int(exactly: (duration * $0.perSecond).rounded()) }
        }
    }

    /// The picture upright in RGB, as ffmpeg makes it, one for each that is stored.
    private static func arguments(path: String) -> [String] {
        [
            "-nostdin", "-hide_banner", "-nostats", "-loglevel", "level+info",
            // The path is nothing but that of a file, and what the file says cannot lead elsewhere.
            "-protocol_whitelist", "file,pipe", "-i", "file:" + path,
            "-an", "-sn", "-dn", "-map_metadata", "-1", "-c:v", "rawvideo", "-pix_fmt", "rgb24",
            "-fps_mode", "passthrough", "-enc_time_base", "1/1000000", "-f", "nut", "-write_index", "0", "pipe:1",
        ]
    }

    func read(into frame: inout VideoFrame, index: Int) throws(VideoError.Problem) -> Bool {
        frame.reshape(.rgb, width: demuxer.header.width, height: demuxer.header.height)
        guard let time = try demuxer.readFrame(into: &frame.bytes, index: index) else {
            process.closeConnection()
            guard process.wait() == 0 else { throw FFmpegMessages(process.messageLines(), path: path).failure }
            return false
        }
        frame.timestampMs = clock.timestampMs(frame: index, microseconds: time)
        return true
    }

    var processIdentifier: Int32 { process.identifier }

    /// What ffmpeg complained about first while it went on, or nil.
    var complaint: String? { FFmpegMessages(process.messageLines(), path: path).errors.first }
}

/// What ffmpeg has said.
struct FFmpegMessages {
    /// Its errors, each once, without the parts of the program that they come from.
    private(set) var errors: [String] = []
    /// In seconds.
    private(set) var duration: Double?
    /// Whether the average rate is the nominal one.
    private(set) var mayHaveConstantRate = true

    init(_ lines: [Substring], path: String) {
        for line in lines {
            for level in ["[error] ", "[fatal] "] {
                guard let start = line.firstRange(of: level)?.upperBound else { continue }
                var text = String(line[start...])
                let name = "file:" + path + ": "
                if text.hasPrefix(name) { text = String(text.dropFirst(name.count)) }
                if !errors.contains(text) { errors.append(text) }
            }
            if duration == nil, let start = line.firstRange(of: "  Duration: ")?.upperBound {
                duration = Self.seconds(line[start...].prefix { $0 != "," })
            }
            if let start = line.firstRange(of: ": Video: ")?.upperBound, line.contains("Stream #0:") {
                let rates = line[start...].split(separator: ", ").compactMap { part -> Substring? in
                    part.hasSuffix(" fps") || part.hasSuffix(" tbr") ? part.dropLast(4) : nil
                }
                if rates.count == 2, rates[0] != rates[1] { mayHaveConstantRate = false }
            }
        }
    }

    /// Of a text like 00:10:08.08.
    private static func seconds(_ text: Substring) -> Double? {
        var result = 0.0
        for part in text.split(separator: ":") {
            guard let value = Double(part) else { return nil }
            result = 60 * result + value
        }
        return result
    }

    /// The errors as one line.
    var failure: VideoError.Problem {
        if errors.contains(where: { $0.contains("does not contain any stream") }) {
            return .programFailed(program: "ffmpeg", reason: "there are no pictures in the file")
        }
        let parts = errors.count > 1 ? [errors[0], errors[errors.count - 1]] : errors
        return .programFailed(
            program: "ffmpeg", reason: parts.isEmpty ? "it ended without saying why" : parts.joined(separator: "; "))
    }
}

import TegataBuffers
import TegataCapture
import TegataPixels
import TegataSystem

/// Reads the frames of a video file, decoded by ffmpeg.
final class FFmpegReader {
    private let process: ChildProcess
    private let path: String
    private var demuxer: NUTDemuxer
    private var clock: FrameClock
    let frameRate: FrameRate?
    /// Whether the file may have this constant rate.
    let mayHaveConstantRate: Bool

    /// Whether all frames so far match the rate.
    var keepsRate: Bool { clock.isConstant }

    /// With unevenly spaced frames, a higher nominal rate is the rate of the container's clock.
    private static let mostNominalRate = 240.0
    /// The estimated number of frames, from the file's duration and rate; nil if unknown.
    let estimatedFrameCount: Int?
    /// The time in the video at which reading starts, in seconds.
    private let start: Double
    /// The time of the first frame in the video, in milliseconds; a container's first frame may not be at zero.
    var firstTimestampMs: Int {
        guard let milliseconds = Int(exactly: (start * 1000).rounded()) else { return 0 }
        return milliseconds.clampedSum(with: Int(clamping: (clock.firstTime ?? 0) / 1000))
    }

    /// `picture` is the format of the image at the file's start, if any.
    init(
        path: String, _ picture: PictureStreamReader.Kind?, program: String, _ selection: VideoSelection
    ) throws(VideoError.Problem) {
        self.path = path
        start = selection.start
        let process = try ChildProcess(
            video: program, Self.arguments(path: path, picture, selection), connecting: .output)
        self.process = process
        // Treat the stream as live, because ffmpeg may send nothing for a long time, and ending the program must not
        // wait for it.
        let stream = InputStream(descriptor: process.descriptor, closing: false, isLive: true)
        guard let demuxer = try NUTDemuxer(stream) else {
            if LiveStreams.haveEnded { throw .ended }
            process.closeConnection()
            let status = process.wait()
            if status == 0 && (selection.start > 0 || selection.duration != nil) { throw .nothingSelected }
            throw FFmpegMessages(process.messageLines(), path: path).failure(status: status)
        }
        self.demuxer = demuxer
        let header = demuxer.header
        let (pixelCount, overflows) = header.width.multipliedReportingOverflow(by: header.height)
        guard !overflows, pixelCount <= VideoFrame.maximumPixelCount else {
            throw .tooManyPixels(width: header.width, height: header.height)
        }
        let messages = FFmpegMessages(process.messageLines(), path: path)
        mayHaveConstantRate = messages.mayHaveConstantRate
        clock = FrameClock(rate: header.frameRate, isConstant: mayHaveConstantRate)
        let isOfClock = !mayHaveConstantRate && header.frameRate?.perSecond ?? 0 > Self.mostNominalRate
        let frameRate = isOfClock ? messages.averageRate : header.frameRate
        self.frameRate = frameRate
        estimatedFrameCount = messages.duration.flatMap { duration in
            frameRate.flatMap { selection.frameCount(ofSeconds: duration, rate: $0) }
        }
    }

    /// Returns options for upright RGB frames, one for each stored frame.
    private static func arguments(
        path: String, _ picture: PictureStreamReader.Kind?, _ selection: VideoSelection
    ) -> [String] {
        var part: [String] = []
        // Seek in the input, so that decoding starts at the preceding key frame and not at the beginning.
        if selection.start > 0 { part += ["-ss", seconds(selection.start)] }
        if let duration = selection.duration { part += ["-t", seconds(duration)] }
        return [
            "-nostdin", "-hide_banner", "-nostats", "-loglevel", "level+info",
        ] + part + FFmpegInput.arguments(path: path, picture: picture) + [
            "-an", "-sn", "-dn", "-map_metadata", "-1", "-c:v", "rawvideo", "-pix_fmt", "rgb24",
            "-fps_mode", "passthrough", "-enc_time_base", "1/1000000", "-f", "nut", "-write_index", "0", "pipe:1",
        ]
    }

    /// Formats seconds without an exponent, which ffmpeg does not read.
    static func seconds(_ value: Double) -> String {
        let micros = Int(exactly: (min(value, 1e9) * 1e6).rounded()) ?? 0
        return "\(micros)us"
    }

    func read(into frame: inout VideoFrame, index: Int) throws(VideoError.Problem) -> Bool {
        try frame.makeRoom(.rgb, width: demuxer.header.width, height: demuxer.header.height)
        guard let time = try demuxer.readFrame(into: &frame.bytes, index: index) else {
            if LiveStreams.haveEnded { return false }
            process.closeConnection()
            let status = process.wait()
            guard status == 0 else {
                throw FFmpegMessages(process.messageLines(), path: path).failure(status: status)
            }
            return false
        }
        try frame.setTimestamp(clock.timestampMs(frame: index, microseconds: Int64(time)), index: index)
        return true
    }

    var processIdentifier: Int32 { process.identifier }

    /// ffmpeg's first error message, if it reported any but continued; nil if there is none.
    var complaint: String? { FFmpegMessages(process.messageLines(), path: path).errors.first }
}

import TegataBuffers
import TegataCapture
import TegataPixels
import TegataSystem

/// Frames of a video file, decoded by the program ffmpeg.
final class FFmpegReader {
    private let process: ChildProcess
    private let path: String
    private var demuxer: NUTDemuxer
    private var clock: FrameClock
    let frameRate: FrameRate?
    /// Whether all frames may be as far apart as that says.
    let mayHaveConstantRate: Bool

    /// Whether they are, up to the last one.
    var keepsRate: Bool { clock.isConstant }

    /// Where frames come unevenly, larger nominal rates than that are those of a clock that times are read from.
    private static let mostNominalRate = 240.0
    /// How many frames there are by the file's duration and rate.
    let estimatedFrameCount: Int?
    /// Where in the video reading begins, in seconds.
    private let start: Double
    /// Where in the video the first frame is; containers may have their first one later than at zero.
    var firstTimestampMs: Int {
        guard let milliseconds = Int(exactly: (start * 1000).rounded()) else { return 0 }
        return milliseconds.clampedSum(with: Int(clamping: (clock.firstTime ?? 0) / 1000))
    }

    /// `picture` is the kind of the pictures that the file begins with.
    init(
        path: String, _ picture: PictureStreamReader.Kind?, program: String, _ selection: VideoSelection
    ) throws(VideoError.Problem) {
        self.path = path
        start = selection.start
        let process = try ChildProcess(
            video: program, Self.arguments(path: path, picture, selection), connecting: .output)
        self.process = process
        // The program may send nothing for as long as it likes, which streams that are to end need not wait for.
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

    /// The picture upright in RGB, as ffmpeg makes it, one for each that is stored.
    private static func arguments(
        path: String, _ picture: PictureStreamReader.Kind?, _ selection: VideoSelection
    ) -> [String] {
        var part: [String] = []
        // Of the input, so that it is decoded from the key frame before on and not from its beginning.
        if selection.start > 0 { part += ["-ss", seconds(selection.start)] }
        if let duration = selection.duration { part += ["-t", seconds(duration)] }
        return [
            "-nostdin", "-hide_banner", "-nostats", "-loglevel", "level+info",
        ] + part + FFmpegInput.arguments(path: path, picture: picture) + [
            "-an", "-sn", "-dn", "-map_metadata", "-1", "-c:v", "rawvideo", "-pix_fmt", "rgb24",
            "-fps_mode", "passthrough", "-enc_time_base", "1/1000000", "-f", "nut", "-write_index", "0", "pipe:1",
        ]
    }

    /// Without an exponent, which the program does not read.
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

    /// What ffmpeg complained about first while it went on, or nil.
    var complaint: String? { FFmpegMessages(process.messageLines(), path: path).errors.first }
}

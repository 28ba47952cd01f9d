/// Yields the frames of a video one after the other.
///
///     let reader = try VideoReader(readingFrom: "hand.mp4")
///     while try reader.advance() { use(reader.frame) }
public final class VideoReader {
    /// What errors call the video.
    public let name: String
    /// The frame that the last ``advance()`` has read.
    public private(set) var frame = VideoFrame()
    /// How many frames have been read.
    public private(set) var frameCount = 0

    private enum Source {
        case y4m(Y4MReader)
        case pictures(PictureStreamReader)
        case ffmpeg(FFmpegReader)
        case camera(CameraReader)
        case ended
    }

    private var source: Source
    /// Whether it is a stream that may go on for ever and that ``LiveStreams`` can end, rather than a file.
    public let isLive: Bool
    /// The nominal rate, where one is known.
    public let frameRate: FrameRate?
    /// After the last frame: what ffmpeg found wrong with the file though it could go on, or nil.
    public private(set) var complaint: String?
    /// About how many frames there will be, where the source says so.
    public let estimatedFrameCount: Int?
    /// What the camera has agreed to send; nil for videos.
    public let camera: CameraDescription?
    /// Frames of a camera that were not asked for in time.
    public private(set) var droppedFrameCount = 0
    /// Frames of a camera that were damaged, and passed over.
    public private(set) var damagedFrameCount = 0

    /// Opens a Y4M or PPM stream (from a file, or from the standard input as "-"), a video file or a camera such as
    /// `/dev/video0`.
    ///
    /// Video files are decoded by the program `ffmpeg`, which must be on the PATH. A camera never ends by itself, and
    /// gives its newest frame each time.
    package convenience init(readingFrom path: String, camera: CameraOptions = CameraOptions()) throws(VideoError) {
        try self.init(readingFrom: path, decoder: "ffmpeg", camera: camera, cameraSystem: LinuxCameraSystem())
    }

    /// With the program that decodes files, and the system that has the cameras.
    package init(
        readingFrom path: String, decoder: String, camera options: CameraOptions = CameraOptions(),
        cameraSystem: any CameraSystem = LinuxCameraSystem()
    ) throws(VideoError) {
        name = path == "-" ? "standard input" : path
        if path != "-", cameraSystem.isVideoDevice(path) {
            do throws(CameraProblem) {
                let reader = try CameraReader(path, options, cameraSystem)
                source = .camera(reader)
                isLive = true
                mayHaveSound = false
                camera = reader.description
                frameRate = reader.description.frameRate
                estimatedFrameCount = nil
                return
            } catch {
                throw VideoError(file: name, problem: .camera(error))
            }
        }
        camera = nil
        do throws(VideoError.Problem) {
            let stream = try InputStream(path: path)
            isLive = stream.isLive
            let start = try stream.peek(Y4MHeader.mark.count)
            if start.isEmpty { throw .empty }
            if start.elementsEqual(Y4MHeader.mark) {
                let reader = try Y4MReader(stream)
                source = .y4m(reader)
                mayHaveSound = false
                frameRate = reader.header.frameRate
                estimatedFrameCount = nil
            } else if start.starts(with: PictureStreamReader.mark) {
                let reader = PictureStreamReader(stream)
                source = .pictures(reader)
                mayHaveSound = false
                frameRate = reader.frameRate
                estimatedFrameCount = nil
            } else {
                guard !stream.isLive, path != "-" else { throw .streamUnknown }
                let reader = try FFmpegReader(path: path, program: decoder)
                source = .ffmpeg(reader)
                mayHaveSound = true
                frameRate = reader.frameRate
                estimatedFrameCount = reader.estimatedFrameCount
            }
        } catch {
            throw VideoError(file: name, problem: error)
        }
    }

    /// Whether this is a file that ffmpeg reads, which can have sound.
    public let mayHaveSound: Bool

    /// The number of the process that decodes, if there is one.
    package var decoderProcess: Int32? {
        if case .ffmpeg(let reader) = source { reader.processIdentifier } else { nil }
    }

    /// Reads the next frame; false at the end of the video.
    package func advance() throws(VideoError) -> Bool {
        let source = source
        // Nothing comes after the end or an error.
        self.source = .ended
        if isLive && LiveStreams.haveEnded { return false }
        do throws(VideoError.Problem) {
            let found =
                switch source {
                case .y4m(let reader): try reader.read(into: &frame, index: frameCount)
                case .pictures(let reader): try reader.read(into: &frame, index: frameCount)
                case .ffmpeg(let reader): try reader.read(into: &frame, index: frameCount)
                case .camera(let reader): try readCamera(reader)
                case .ended: false
                }
            guard found else {
                if case .ffmpeg(let reader) = source { complaint = reader.complaint }
                return false
            }
        } catch {
            if isLive && LiveStreams.haveEnded { return false }
            throw VideoError(file: name, problem: error)
        }
        self.source = source
        frame.index = frameCount
        frameCount += 1
        return true
    }

    private func readCamera(_ reader: CameraReader) throws(VideoError.Problem) -> Bool {
        defer {
            droppedFrameCount = reader.droppedFrameCount
            damagedFrameCount = reader.damagedFrameCount
        }
        return try reader.read(into: &frame, index: frameCount)
    }
}

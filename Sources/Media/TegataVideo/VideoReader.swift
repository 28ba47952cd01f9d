import TegataBuffers
// Frames, cameras and errors are part of this module's interface.
@_exported import TegataCapture
import TegataImages
import TegataMotionJPEG
import TegataPixels

/// Reads the frames of a video one by one.
///
///     let reader = try VideoReader(readingFrom: "hand.mp4")
///     while try reader.advance() { use(reader.frame) }
package final class VideoReader {
    /// The name of the video in error messages.
    package let name: String
    /// The frame that the last ``advance()`` read.
    package private(set) var frame = VideoFrame()
    /// The number of frames read so far.
    package private(set) var frameCount = 0

    private enum Source {
        case y4m(Y4MReader)
        case pictures(PictureStreamReader)
        case folder(PictureFolderReader)
        case ffmpeg(FFmpegReader)
        case camera(CameraReader)
        case ended

        /// Whether an empty selection is an error; a camera may have been stopped before its first frame.
        var mustHaveSelected: Bool {
            switch self {
            case .camera, .ended: false
            case .y4m, .pictures, .folder, .ffmpeg: true
            }
        }

        /// The constant rate of the source; nil if each frame has its own time.
        var rate: FrameRate? {
            switch self {
            case .y4m(let reader): reader.header.frameRate
            case .pictures(let reader): reader.frameRate
            case .folder(let reader): reader.frameRate
            case .ffmpeg, .camera, .ended: nil
            }
        }
    }

    private var source: Source
    /// Whether the source may be endless, so that ``LiveStreams`` can end it.
    package let isLive: Bool
    /// The nominal rate; nil if unknown.
    package let frameRate: FrameRate?
    /// After the last frame, ffmpeg's first error message about the file; nil if there is none.
    package private(set) var complaint: String?
    /// The estimated number of frames; nil if the source does not allow an estimate.
    package let estimatedFrameCount: Int?
    /// The settings that the camera has agreed to; nil for videos.
    package let camera: CameraDescription?
    /// The number of camera frames that were not read in time.
    package private(set) var droppedFrameCount = 0
    /// The number of damaged camera frames, which are skipped.
    package private(set) var damagedFrameCount = 0

    /// The position in the whole video of the first frame that was read, in milliseconds; frame timestamps are relative
    /// to it.
    package private(set) var firstTimestampMs = 0
    /// The position in the whole video of the last frame that was read, in milliseconds.
    package private(set) var sourceTimestampMs = 0
    private let selection: VideoSelection
    /// The range of source frames that contains the selected frames.
    private let wanted: Range<Int>
    /// The number of the next frame in the source.
    private var sourceIndex = 0
    /// The number, within the source, of the first frame that was read.
    private var firstIndex = 0

    /// Whether a file may have the constant rate ``frameRate``.
    package var mayHaveConstantRate: Bool {
        if case .ffmpeg(let reader) = source { return reader.mayHaveConstantRate }
        return !isLive
    }

    /// The number of the newest frame at the constant rate ``frameRate``; nil if the source does not keep to that rate.
    package var constantRateIndex: Int? {
        switch source {
        case .y4m, .pictures, .folder: frame.index
        case .ffmpeg(let reader): reader.keepsRate ? frame.index : nil
        case .camera, .ended: nil
        }
    }

    /// Returns the image files behind `path`, for a directory of images or numbered images; empty for other sources.
    package static func pictures(readFrom path: String) -> [String] {
        guard path != "-" else { return [] }
        return (try? PictureFolderReader(path, rate: .usualOfPictures))?.paths ?? []
    }

    /// Opens a Y4M stream or consecutive images (from a file, or from standard input as "-"), a directory of images,
    /// numbered images such as `frame%04d.png`, a video file, or a camera such as `/dev/video0`.
    ///
    /// Video files are decoded by `ffmpeg`, which must be on the PATH. A camera never ends on its own, and returns its
    /// newest frame each time.
    ///
    /// For other sources, `selection` chooses frames, whose pixels are the same as when the whole video is read. Frame
    /// numbers and timestamps start at zero with the first selected frame.
    package convenience init(
        readingFrom path: String, camera: CameraOptions = CameraOptions(), selection: VideoSelection = VideoSelection()
    ) throws(VideoError) {
        try self.init(
            readingFrom: path, decoder: "ffmpeg", camera: camera, cameraSystem: LinuxVideoDeviceCalls(),
            selection: selection)
    }

    /// Opens a video with the given decoder program and camera system.
    package init(
        readingFrom path: String, decoder: String, camera options: CameraOptions = CameraOptions(),
        cameraSystem: any VideoDeviceCalls = LinuxVideoDeviceCalls(), selection: VideoSelection = VideoSelection()
    ) throws(VideoError) {
        self.selection = selection
        name = path == "-" ? "standard input" : path
        if path != "-", cameraSystem.isVideoDevice(path) {
            do throws(CameraProblem) {
                let reader = try CameraReader(path, options, cameraSystem, decoder: decodeMotionJPEG)
                source = .camera(reader)
                isLive = true
                isOfPictures = false
                mayHaveSound = false
                camera = reader.description
                frameRate = reader.description.frameRate.map { selection.rate(of: $0) }
                estimatedFrameCount = nil
                wanted = 0..<Int.max
                return
            } catch {
                throw VideoError(file: name, problem: .camera(error))
            }
        }
        camera = nil
        do throws(VideoError.Problem) {
            let pictureRate = selection.pictureRate ?? .usualOfPictures
            if path != "-", let reader = try PictureFolderReader(path, rate: pictureRate) {
                source = .folder(reader)
                isLive = false
                isOfPictures = true
                mayHaveSound = false
                frameRate = selection.rate(of: pictureRate)
                wanted = selection.frames(rate: pictureRate)
                let frames = wanted.clamped(to: 0..<reader.count)
                if frames.isEmpty { throw .nothingSelected }
                estimatedFrameCount = (frames.count - 1) / selection.every + 1
                sourceIndex = frames.lowerBound
                return
            }
            let stream = try InputStream(path: path)
            isLive = stream.isLive
            let start = try stream.peek(Y4MHeader.mark.count)
            if start.isEmpty { throw .empty }
            let picture = PictureStreamReader.Kind(start)
            if start.elementsEqual(Y4MHeader.mark) {
                let reader = try Y4MReader(stream)
                source = .y4m(reader)
                isOfPictures = false
                mayHaveSound = false
                frameRate = selection.rate(of: reader.header.frameRate)
                wanted = selection.frames(rate: reader.header.frameRate)
                if wanted.isEmpty { throw .nothingSelected }
                estimatedFrameCount = nil
            } else if let picture, picture == .ppm || stream.isLive || path == "-" {
                source = .pictures(PictureStreamReader(stream, picture, rate: pictureRate))
                isOfPictures = true
                mayHaveSound = false
                frameRate = selection.rate(of: pictureRate)
                wanted = selection.frames(rate: pictureRate)
                if wanted.isEmpty { throw .nothingSelected }
                estimatedFrameCount = nil
            } else {
                guard !stream.isLive, path != "-" else { throw .streamUnknown(images: "JPEG, PNG or PPM") }
                let reader = try FFmpegReader(path: path, picture, program: decoder, selection)
                source = .ffmpeg(reader)
                isOfPictures = false
                mayHaveSound = picture == nil
                frameRate = reader.frameRate.map { selection.rate(of: $0) }
                // ffmpeg already skips the frames before and after the selection.
                wanted = 0..<Int.max
                estimatedFrameCount = reader.estimatedFrameCount
            }
        } catch {
            throw VideoError(file: name, problem: error)
        }
    }

    /// Lends a camera's uncompressed frames in the driver's memory to `borrower` for the duration of the call.
    /// ``frame`` then has no samples for them, only for other frames.
    package func lendPictures(to borrower: @escaping (ImageView) -> Void) {
        if case .camera(let reader) = source { reader.borrower = { picture, _ in borrower(picture) } }
    }

    /// Whether the source is a file that ffmpeg reads and that may have sound.
    package let mayHaveSound: Bool

    /// Whether the source consists of images, which do not specify a rate.
    package let isOfPictures: Bool

    /// The process ID of the decoder; nil if there is none.
    package var decoderProcess: Int32? { decoderProcess(of: source) }

    private func decoderProcess(of source: Source) -> Int32? {
        if case .ffmpeg(let reader) = source { reader.processIdentifier } else { nil }
    }

    /// Reads the next frame; returns false at the end of the video.
    package func advance() throws(VideoError) -> Bool {
        let source = source
        // After the end or an error, there are no more frames.
        self.source = .ended
        if isLive && LiveStreams.haveEnded { return false }
        do throws(VideoError.Problem) {
            guard try readNextWanted(source) else {
                if case .ffmpeg(let reader) = source { complaint = reader.complaint }
                if frameCount == 0, sourceIndex > 0, source.mustHaveSelected, !LiveStreams.haveEnded {
                    throw .nothingSelected
                }
                return false
            }
        } catch {
            if LiveStreams.haveEnded && (isLive || decoderProcess(of: source) != nil) { return false }
            throw VideoError(file: name, problem: error)
        }
        self.source = source
        frame.index = frameCount
        frameCount += 1
        return true
    }

    /// Reads frames up to the next selected one; returns false if there is none.
    private func readNextWanted(_ source: Source) throws(VideoError.Problem) -> Bool {
        while sourceIndex < wanted.upperBound {
            let index = sourceIndex
            // Skip other images of a directory without opening them.
            if case .folder(let reader) = source {
                guard try reader.read(into: &frame, index: index) else { return false }
                sourceIndex += min(selection.every, wanted.upperBound - index)
                setTime(frame.timestampMs, index, source)
                return true
            }
            let found =
                switch source {
                case .y4m(let reader): try reader.read(into: &frame, index: index)
                case .pictures(let reader): try reader.read(into: &frame, index: index)
                case .ffmpeg(let reader): try reader.read(into: &frame, index: index)
                case .camera(let reader): try readCamera(reader)
                case .folder, .ended: false
                }
            guard found else { return false }
            sourceIndex += 1
            var time = frame.timestampMs
            switch source {
            case .camera:
                // A camera's frames have no fixed rate, so compare times.
                if Double(time) < 1000 * selection.start { continue }
            case .ffmpeg(let reader): time = time.clampedSum(with: reader.firstTimestampMs)
            default: break
            }
            // ffmpeg measures the duration from the first frame that it outputs, which may come after the requested
            // start.
            if source.rate == nil, let end = selection.endMilliseconds, Double(time) >= end { return false }
            guard index >= wanted.lowerBound, (index - wanted.lowerBound) % selection.every == 0 else { continue }
            setTime(time, index, source)
            return true
        }
        return false
    }

    /// Sets the timestamp of the source's frame `index`, which has the given time in the whole video.
    private func setTime(_ timestampMs: Int, _ index: Int, _ source: Source) {
        sourceTimestampMs = timestampMs
        if frameCount == 0 { (firstTimestampMs, firstIndex) = (timestampMs, index) }
        // If the rate is known, compute the time from it, so that it is rounded only once.
        frame.timestampMs =
            source.rate.map { $0.timestampMs(frame: index - firstIndex) } ?? timestampMs - firstTimestampMs
    }

    private func readCamera(_ reader: CameraReader) throws(VideoError.Problem) -> Bool {
        defer {
            droppedFrameCount = reader.droppedFrameCount
            damagedFrameCount = reader.damagedFrameCount
        }
        return try reader.read(into: &frame, index: sourceIndex)
    }
}

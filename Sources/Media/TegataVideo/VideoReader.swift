import TegataBuffers
// Frames, cameras and errors are part of what this module offers.
@_exported import TegataCapture
import TegataImages
import TegataPixels

/// Yields the frames of a video one after the other.
///
///     let reader = try VideoReader(readingFrom: "hand.mp4")
///     while try reader.advance() { use(reader.frame) }
package final class VideoReader {
    /// What errors call the video.
    package let name: String
    /// The frame that the last ``advance()`` has read.
    package private(set) var frame = VideoFrame()
    /// How many frames have been read.
    package private(set) var frameCount = 0

    private enum Source {
        case y4m(Y4MReader)
        case pictures(PictureStreamReader)
        case folder(PictureFolderReader)
        case ffmpeg(FFmpegReader)
        case camera(CameraReader)
        case ended

        /// Whether it is an error that the selection leaves nothing; a camera may have been ended before.
        var mustHaveSelected: Bool {
            switch self {
            case .camera, .ended: false
            case .y4m, .pictures, .folder, .ffmpeg: true
            }
        }

        /// The rate at which all its frames follow one another; nil where each has a time of its own.
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
    /// Whether it is a stream that may go on for ever and that ``LiveStreams`` can end, rather than a file.
    package let isLive: Bool
    /// The nominal rate, where one is known.
    package let frameRate: FrameRate?
    /// After the last frame: what ffmpeg found wrong with the file though it could go on, or nil.
    package private(set) var complaint: String?
    /// About how many frames there will be, where the source says so.
    package let estimatedFrameCount: Int?
    /// What the camera has agreed to send; nil for videos.
    package let camera: CameraDescription?
    /// Frames of a camera that were not asked for in time.
    package private(set) var droppedFrameCount = 0
    /// Frames of a camera that were damaged, and passed over.
    package private(set) var damagedFrameCount = 0

    /// When the first frame that was read is shown in the whole video, in milliseconds; the timestamps of frames count
    /// from there.
    package private(set) var firstTimestampMs = 0
    /// When the last frame that was read is shown there.
    package private(set) var sourceTimestampMs = 0
    private let selection: VideoSelection
    /// The numbers of the frames in the source among which those are that are read.
    private let wanted: Range<Int>
    /// Of the next frame in the source.
    private var sourceIndex = 0
    /// The first that is read.
    private var firstIndex = 0

    /// Whether the frames of a file may all be as far apart as ``frameRate`` says.
    package var mayHaveConstantRate: Bool {
        if case .ffmpeg(let reader) = source { return reader.mayHaveConstantRate }
        return !isLive
    }

    /// Which frame the newest one is in a video of ``frameRate``, where the source keeps to it so that no time tells
    /// that better.
    package var constantRateIndex: Int? {
        switch source {
        case .y4m, .pictures, .folder: frame.index
        case .ffmpeg(let reader): reader.keepsRate ? frame.index : nil
        case .camera, .ended: nil
        }
    }

    /// The files that are read where `path` is a folder of pictures or pictures with numbers; else none.
    package static func pictures(readFrom path: String) -> [String] {
        guard path != "-" else { return [] }
        return (try? PictureFolderReader(path, rate: .usualOfPictures))?.paths ?? []
    }

    /// Opens a Y4M stream or pictures one after the other (from a file, or from the standard input as "-"), a folder of
    /// pictures, pictures with numbers such as `frame%04d.png`, a video file or a camera such as `/dev/video0`.
    ///
    /// Video files are decoded by the program `ffmpeg`, which must be on the PATH. A camera never ends by itself, and
    /// gives its newest frame each time. Of what is not live, `selection` chooses frames: their pixels are those that
    /// the whole video has there, they are counted from zero, and their timestamps are those after the first of them.
    package convenience init(
        readingFrom path: String, camera: CameraOptions = CameraOptions(), selection: VideoSelection = VideoSelection()
    ) throws(VideoError) {
        try self.init(
            readingFrom: path, decoder: "ffmpeg", camera: camera, cameraSystem: LinuxVideoDeviceCalls(),
            selection: selection)
    }

    /// With the program that decodes files, and the system that has the cameras.
    package init(
        readingFrom path: String, decoder: String, camera options: CameraOptions = CameraOptions(),
        cameraSystem: any VideoDeviceCalls = LinuxVideoDeviceCalls(), selection: VideoSelection = VideoSelection()
    ) throws(VideoError) {
        self.selection = selection
        name = path == "-" ? "standard input" : path
        if path != "-", cameraSystem.isVideoDevice(path) {
            do throws(CameraProblem) {
                let reader = try CameraReader(path, options, cameraSystem, decoder: decodeCameraPicture)
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
                guard !stream.isLive, path != "-" else { throw .streamUnknown }
                let reader = try FFmpegReader(path: path, picture, program: decoder, selection)
                source = .ffmpeg(reader)
                isOfPictures = false
                mayHaveSound = picture == nil
                frameRate = reader.frameRate.map { selection.rate(of: $0) }
                // The program leaves out what comes before and after.
                wanted = 0..<Int.max
                estimatedFrameCount = reader.estimatedFrameCount
            }
        } catch {
            throw VideoError(file: name, problem: error)
        }
    }

    /// Hands a camera's uncompressed pictures to `borrower`, for the length of its call and where the driver has put
    /// them; the samples of ``frame`` are not theirs then. Pictures of other kinds are in ``frame`` alone.
    package func lendPictures(to borrower: @escaping (ImageView) -> Void) {
        if case .camera(let reader) = source { reader.borrower = { picture, _ in borrower(picture) } }
    }

    /// Whether this is a file that ffmpeg reads, which can have sound.
    package let mayHaveSound: Bool

    /// Whether these are pictures one after the other, which have no rate of their own.
    package let isOfPictures: Bool

    /// The number of the process that decodes, if there is one.
    package var decoderProcess: Int32? { decoderProcess(of: source) }

    private func decoderProcess(of source: Source) -> Int32? {
        if case .ffmpeg(let reader) = source { reader.processIdentifier } else { nil }
    }

    /// Reads the next frame; false at the end of the video.
    package func advance() throws(VideoError) -> Bool {
        let source = source
        // Nothing comes after the end or an error.
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

    /// Reads frames up to the next one that is to be read; false where there is none.
    private func readNextWanted(_ source: Source) throws(VideoError.Problem) -> Bool {
        while sourceIndex < wanted.upperBound {
            let index = sourceIndex
            // Others of a folder are not even opened.
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
                // Its frames come when they come.
                if Double(time) < 1000 * selection.start { continue }
            case .ffmpeg(let reader): time = time.clampedSum(with: reader.firstTimestampMs)
            default: break
            }
            // The program counts from the first frame that it has, which can be later than where it starts.
            if source.rate == nil, let end = selection.endMilliseconds, Double(time) >= end { return false }
            guard index >= wanted.lowerBound, (index - wanted.lowerBound) % selection.every == 0 else { continue }
            setTime(time, index, source)
            return true
        }
        return false
    }

    /// Gives frame `index` of the source, which is shown at this time in the whole video, its timestamp.
    private func setTime(_ timestampMs: Int, _ index: Int, _ source: Source) {
        sourceTimestampMs = timestampMs
        if frameCount == 0 { (firstTimestampMs, firstIndex) = (timestampMs, index) }
        // Where the rate is known, times are rounded once.
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

/// Decodes the JPEG pictures of cameras.
func decodeCameraPicture(
    _ picture: Bytes, width: Int, height: Int, into frame: inout VideoFrame
) throws(PictureDecodingError) {
    do throws(ImageFileError.Problem) {
        frame.setPicture(try RGBImage(decodingJPEG: picture, size: (width, height)))
    } catch {
        switch error {
        case .libraryMissing(let reason): throw .libraryMissing(reason)
        case .truncated: throw .truncated
        case .damaged(let reason), .unsupported(let reason): throw .damaged(reason)
        default: throw .damaged("it is no JPEG picture")
        }
    }
}

/// Yields the frames of a video one after the other.
///
///     let reader = try VideoReader(readingFrom: "hand.mp4")
///     while try reader.advance() { use(reader.frame) }
public final class VideoReader {
    /// The path as it was given.
    public let path: String
    /// The frame that the last ``advance()`` has read.
    public private(set) var frame = VideoFrame()
    /// How many frames have been read.
    public private(set) var frameCount = 0

    private enum Source {
        case y4m(Y4MReader)
        case pictures(PictureStreamReader)
        case ffmpeg(FFmpegReader)
        case ended
    }

    private var source: Source
    /// The nominal rate, where one is known.
    public let frameRate: FrameRate?
    /// About how many frames there will be, where the source says so.
    public let estimatedFrameCount: Int?

    /// Opens a Y4M or PPM stream (from a file, or from the standard input as "-") or a video file.
    ///
    /// Video files are decoded by the program `ffmpeg`, which must be on the PATH.
    public init(readingFrom path: String) throws(VideoError) {
        self.path = path
        do throws(VideoError.Problem) {
            let stream = try InputStream(path: path)
            let start = try stream.peek(Y4MHeader.mark.count)
            if start.isEmpty { throw .empty }
            if start.elementsEqual(Y4MHeader.mark) {
                let reader = try Y4MReader(stream)
                source = .y4m(reader)
                frameRate = reader.header.frameRate
                estimatedFrameCount = nil
            } else if start.starts(with: PictureStreamReader.mark) {
                let reader = PictureStreamReader(stream)
                source = .pictures(reader)
                frameRate = reader.frameRate
                estimatedFrameCount = nil
            } else {
                guard stream.isRegularFile, path != "-" else { throw .streamUnknown }
                let reader = try FFmpegReader(path: path)
                source = .ffmpeg(reader)
                frameRate = reader.frameRate
                estimatedFrameCount = reader.estimatedFrameCount
            }
        } catch {
            throw VideoError(file: path, problem: error)
        }
    }

    /// Reads the next frame; false at the end of the video.
    public func advance() throws(VideoError) -> Bool {
        let source = source
        // Readers that change are held here only, so that nothing is copied.
        self.source = .ended
        do throws(VideoError.Problem) {
            let found: Bool
            switch source {
            case .y4m(var reader):
                found = try reader.read(into: &frame, index: frameCount)
                if found { self.source = .y4m(reader) }
            case .pictures(var reader):
                found = try reader.read(into: &frame, index: frameCount)
                if found { self.source = .pictures(reader) }
            case .ffmpeg(let reader):
                found = try reader.read(into: &frame, index: frameCount)
                if found {
                    self.source = source
                } else {
                    complaint = reader.complaint
                }
            case .ended: found = false
            }
            guard found else { return false }
        } catch {
            throw VideoError(file: path, problem: error)
        }
        frame.index = frameCount
        frameCount += 1
        return true
    }

    /// After the last frame: what ffmpeg found wrong with the file though it could go on, or nil.
    public private(set) var complaint: String?
}

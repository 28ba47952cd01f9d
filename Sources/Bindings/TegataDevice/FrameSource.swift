import TegataCapture
import TegataPixels

/// A source of frames.
enum FrameSource {
    case y4m(Y4MReader)
    case pictures(PPMReader)
    case raw(InputStream, RawFrames, FrameRate?)

    /// Opens a file, or standard input for "-".
    init(_ options: DeviceOptions) throws(VideoError) {
        do throws(VideoError.Problem) {
            let stream = try InputStream(path: options.source)
            let rate = options.framesPerSecond.flatMap { FrameRate(frames: $0, seconds: 1) } ?? .usualOfPictures
            if let size = options.size {
                guard let frames = RawFrames(options.rawPixels ?? .rgb, width: size.width, height: size.height) else {
                    throw .tooManyPixels(width: size.width, height: size.height)
                }
                self = .raw(stream, frames, rate)
                return
            }
            let start = try stream.peek(Y4MHeader.mark.count)
            if start.isEmpty { throw .empty }
            if start.elementsEqual(Y4MHeader.mark) {
                self = .y4m(try Y4MReader(stream))
            } else if start.starts(with: PPMReader.mark) {
                self = .pictures(PPMReader(stream, rate: rate))
            } else {
                throw .streamUnknown(images: "PPM")
            }
        } catch {
            throw VideoError(file: options.sourceName, problem: error)
        }
    }

    /// Whether the source consists of separate images rather than a video.
    var isOfPictures: Bool { if case .pictures = self { true } else { false } }

    /// Reads the next frame. Returns false at the end.
    func read(into frame: inout VideoFrame, index: Int) throws(VideoError.Problem) -> Bool {
        switch self {
        case .y4m(let reader): try reader.read(into: &frame, index: index)
        case .pictures(let reader): try reader.read(into: &frame, index: index)
        case .raw(let stream, let frames, let rate):
            try frames.read(from: stream, into: &frame, index: index, rate: rate)
        }
    }
}

extension DeviceOptions {
    /// The name of the source used in errors.
    var sourceName: String { source.utf8.elementsEqual("-".utf8) ? "standard input" : source }
}

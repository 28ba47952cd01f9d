import TegataBuffers
import TegataHands
import TegataImages
import TegataTool
import TegataVideo

/// Pictures in memory: one that is shown again and again, or the frames of a video.
struct PipelineFrames {
    let name: String
    let count: Int
    private let source: Source

    private enum Source {
        case picture(RGBImage)
        case video([VideoFrame])
    }

    var isVideo: Bool {
        if case .video = source { return true }
        return false
    }

    /// One picture as a video of `count` frames.
    init(_ picture: RGBImage, name: String, count: Int) {
        self.name = name
        self.count = count
        source = .picture(picture)
    }

    /// All frames of a video.
    init(video path: String) throws(CommandError) {
        let reader = try orFailure { () throws(VideoError) in try VideoReader(readingFrom: path) }
        guard reader.camera == nil else {
            throw .failure("\(path): a camera has no end; name a video, which gives the same frames each time")
        }
        var frames: [VideoFrame] = []
        while try orFailure({ () throws(VideoError) in try reader.advance() }) { frames.append(reader.frame) }
        guard !frames.isEmpty else { throw .failure("\(path): the video has no frames; name another") }
        name = path
        count = frames.count
        source = .video(frames)
    }

    func withFrame<Result>(
        _ index: Int, _ body: (ImageView, Int) throws(TegataError) -> Result
    ) throws(TegataError) -> Result {
        switch source {
        case .picture(let picture):
            try picture.withView { view throws(TegataError) in
                try body(view, 40 * index)
            }
        case .video(let frames):
            try frames[index].withView { view throws(TegataError) in
                try body(view, frames[index].timestampMs)
            }
        }
    }
}

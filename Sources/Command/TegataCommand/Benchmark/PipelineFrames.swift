import TegataBuffers
import TegataHandCommands
import TegataHands
import TegataImages
import TegataModelSearch
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
    init(video path: String) throws {
        let reader = try VideoReader(readingFrom: path)
        guard reader.camera == nil else {
            throw .failure("\(path): a camera has no end; name a video, which gives the same frames each time")
        }
        var frames: [VideoFrame] = []
        while try reader.advance() { frames.append(reader.frame) }
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

/// The picture that ships with the project.
enum SamplePicture {
    private static let name = "two_hands_mixed.png"

    /// In the project's sources, or where it was installed with the models.
    static func path() throws -> String {
        let candidates =
            ModelSearch.packageFolders.map { $0 + "Tests/Fixtures/rendered/" + name }
            + ModelSearch.folders().map { $0 + "/" + name }
        if let path = candidates.first(where: System.exists) { return path }
        throw .failure(
            "\(name): the picture that ships with Tegata is not here; name one that shows hands with --image FILE"
        )
    }
}

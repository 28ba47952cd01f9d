import TegataBuffers
import TegataHandCommands
import TegataHands
import TegataImages
import TegataModelSearch
import TegataTool
import TegataVideo

/// Frames in memory: one image that is repeated, or the frames of a video.
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

    /// Repeats one image as a video of `count` frames.
    init(_ picture: RGBImage, name: String, count: Int) {
        self.name = name
        self.count = count
        source = .picture(picture)
    }

    /// Reads all frames of a video.
    init(video path: String) throws {
        let reader = try VideoReader(readingFrom: path)
        guard reader.camera == nil else {
            throw .failure("\(path): a camera never ends; use a video, which gives the same frames each time")
        }
        var frames: [VideoFrame] = []
        while try reader.advance() { frames.append(reader.frame) }
        guard !frames.isEmpty else { throw .failure("\(path): the video has no frames; use another video") }
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

/// The sample image that ships with the project.
enum SamplePicture {
    private static let name = "two_hands_mixed.png"

    /// Returns the path in the project's sources, or in the directory where it was installed with the models.
    static func path() throws -> String {
        let candidates =
            ModelSearch.packageFolders.map { $0 + "Tests/Fixtures/rendered/" + name }
            + ModelSearch.folders().map { $0 + "/" + name }
        if let path = candidates.first(where: System.exists) { return path }
        throw .failure(
            "\(name): the image that ships with Tegata was not found; pass an image of hands with --image FILE"
        )
    }
}

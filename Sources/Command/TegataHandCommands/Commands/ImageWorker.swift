import TegataBuffers
import TegataHands
import TegataImages
import TegataInference
import TegataRecords
import TegataReport
import TegataSystem
import TegataTool

/// The image outputs that worker threads produce in addition to results.
struct StillsPictures: Sendable {
    let rendering: RenderOptions
    let annotated: AnnotatedPictures?
    let crops: HandCrops?
    /// Whether a report needs the images.
    let areReported: Bool
}

/// The result for one image.
struct StillResult: Sendable {
    /// The image's path as the user wrote it.
    let source: String
    /// The detected hands; nil if the image could not be processed.
    var hands: FrameRecord?
    /// The image for the terminal; nil without --preview.
    var preview: TerminalPicture?
    /// The image for the report; nil without a report.
    var reported: RGBImage?
    var failures: [String] = []
}

/// The state of a thread that processes images. Used by one thread at a time.
final class ImageWorker: @unchecked Sendable {
    private let pipeline: GesturePipeline
    private let frame: FrameOptions
    private let asksPhotographs: Bool
    private let pictures: StillsPictures

    init(
        _ networks: HandNetworks, _ options: HandPipelineOptions, _ frame: FrameOptions, asksPhotographs: Bool,
        threads: Int, _ pictures: StillsPictures
    ) throws {
        pipeline = try GesturePipeline(networks, options: options, team: ThreadTeam(count: threads))
        self.frame = frame
        self.asksPhotographs = asksPhotographs
        self.pictures = pictures
    }

    func process(_ entry: PictureFiles.Entry, at index: Int) -> StillResult {
        var still = StillResult(source: entry.source)
        do {
            switch entry {
            case .failure(_, let message): throw .failure(message)
            case .picture(let path, _): try process(path, at: index, &still)
            }
        } catch {
            still.failures.append(CommandError(error).message)
        }
        return still
    }

    private func process(_ path: String, at index: Int, _ still: inout StillResult) throws {
        let picture =
            path == "-"
            ? try RGBImage(readingStandardInputCalled: "standard input") : try RGBImage(readingFileAt: path)
        let frame = try frameOptions(for: picture, path)
        let result: HandPipelineResult
        do {
            result = try picture.withView { view throws(TegataError) in try pipeline.detect(view, frame: frame) }
        } catch {
            throw .failure("\(path): \(error)")
        }
        let (hands, palms) = (result.hands, result.palms)
        still.hands = FrameRecord(
            source: path, width: picture.width, height: picture.height, hands: hands,
            hasGestures: pipeline.options.gestures != nil, hasMetric: pipeline.options.metric != nil)
        if pictures.rendering.drawsHands || pictures.crops != nil {
            let copies = pictures.rendering.isTransparent ? 4 : 2
            try picture.checkRoomForCopies(copies, file: path)
        }
        let shown = pictures.rendering.shown(hiding: hands, in: picture)
        still.preview = pictures.rendering.preview(hands, palms, in: shown)
        if pictures.areReported { still.reported = HandReport.shown(shown) }
        try pictures.annotated?.write(pictures.rendering.written(hands, palms, of: shown), at: index)
        try pictures.crops?.write(hands, of: picture, at: index)
    }

    /// Returns the frame options, with the image's own camera if cameras come from EXIF data.
    private func frameOptions(for picture: RGBImage, _ path: String) throws -> FrameOptions {
        guard asksPhotographs else { return frame }
        guard let length = picture.metadata.filmFocalLength else {
            throw .failure(
                "\(path): its EXIF data does not give the field of view of the lens; use --camera DEGREES"
            )
        }
        var frame = frame
        frame.camera = .intrinsics(
            CameraIntrinsics(
                filmFocalLengthMillimetres: Float(length), width: picture.width, height: picture.height))
        return frame
    }
}

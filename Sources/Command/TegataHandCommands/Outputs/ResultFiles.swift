import TegataImages
import TegataRecords
import TegataReport
import TegataTool

/// The hands found in an image, or in a frame of a video.
struct FoundHands {
    /// The detected hands; nil for an image that could not be read.
    let hands: FrameRecord?
    /// The first part of the names of single frames; nil for images.
    var stem: String?
    /// Returns the image that may be shown; nil if there is none.
    let picture: (() -> RGBImage)?
}

/// A file with the results of all inputs.
protocol ResultFile: AnyObject {
    var path: String { get }
    /// Starts a video or the images; `expectedCount` is the approximate number of frames, or nil if unknown.
    func begin(source: String, kind: HandReport.Kind, expectedCount: Int?) throws
    /// Adds the next image or frame.
    func append(_ found: FoundHands) throws
    /// Records that an input could not be read completely.
    func append(failure: String)
    /// Finishes the file and gives it its final name.
    func finish() throws
}

extension ResultFile {
    func begin(source: String, kind: HandReport.Kind, expectedCount: Int?) {}
    func append(failure: String) {}
}

/// A result file format. To add one, write a class that conforms to ``ResultFile`` and list the format in ``all``.
struct ResultFormat: Sendable {
    /// The option that specifies the path of the file.
    let option: Option<String>
    /// Whether the file can hold only one video.
    var isOfOneVideo = false
    /// Whether the file needs images in addition to the hands.
    var hasPictures = false
    /// Opens the file at a path, for at most `handCount` hands in an image or frame.
    let open: @Sendable (_ path: String, _ handCount: Int, Arguments) throws -> any ResultFile

    /// All formats, in the order in which they are listed in the help and written.
    static let all: [ResultFormat] = [.landmarks, .worldLandmarks, .coco, .page] + ofVideos
    /// The formats that are available only for videos.
    static let ofVideos: [ResultFormat] = [.gltf, .bvh, .report]
}

/// The result files that the user requested. Used by one thread at a time.
final class ResultFiles {
    private let files: [any ResultFile]
    /// Whether one of the files needs images.
    let havePictures: Bool
    /// Whether one of the files can hold only one video.
    let areOfOneVideo: Bool
    /// The error that stopped the files from being written; nil if there was none.
    private(set) var failure: (any Error)?

    init(_ arguments: Arguments, handCount: Int) throws {
        var files: [any ResultFile] = []
        var formats: [ResultFormat] = []
        for format in ResultFormat.all {
            guard let path = try arguments.value(of: format.option) else { continue }
            files.append(try format.open(path, handCount, arguments))
            formats.append(format)
        }
        self.files = files
        havePictures = formats.contains(where: \.hasPictures)
        areOfOneVideo = formats.contains(where: \.isOfOneVideo)
    }

    var isEmpty: Bool { files.isEmpty }

    func begin(source: String, kind: HandReport.Kind, expectedCount: Int?) throws {
        for file in files { try file.begin(source: source, kind: kind, expectedCount: expectedCount) }
    }

    func append(_ found: FoundHands) throws {
        for file in files { try file.append(found) }
    }

    func append(failure: String) {
        for file in files { file.append(failure: failure) }
    }

    func finish(in summary: inout RunSummary) throws {
        for file in files {
            try file.finish()
            summary.addFile(file.path)
        }
    }

    /// Runs `body` unless the files have failed; an error thrown by `body` makes them fail.
    func attempt(_ body: () throws -> Void) {
        guard failure == nil else { return }
        do { try body() } catch { failure = error }
    }
}

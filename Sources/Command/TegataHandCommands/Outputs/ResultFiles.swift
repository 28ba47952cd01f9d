import TegataImages
import TegataRecords
import TegataReport
import TegataTool

/// What was found in a picture, or in a frame of a video.
struct FoundHands {
    /// Nil for a picture that could not be read.
    let hands: FrameRecord?
    /// What files of single frames are called by; nil for pictures.
    var stem: String?
    /// Makes the picture as it may be seen; nil if there is none.
    let picture: (() -> RGBImage)?
}

/// A file that holds what was found in all that is read.
protocol ResultFile: AnyObject {
    var path: String { get }
    /// Starts a video, or the pictures, of about so many frames.
    func begin(source: String, kind: HandReport.Kind, expectedCount: Int?) throws
    /// Adds the next picture or frame.
    func append(_ found: FoundHands) throws
    /// Notes that an input could not be read, or not wholly.
    func append(failure: String)
    /// Gives the file its name.
    func finish() throws
}

extension ResultFile {
    func begin(source: String, kind: HandReport.Kind, expectedCount: Int?) {}
    func append(failure: String) {}
}

/// A kind of file for results. A new one is a class that keeps to ``ResultFile``, and a line in ``all``.
struct ResultFormat: Sendable {
    /// Where the file goes.
    let option: Option<String>
    /// Whether the frames of a single video fit into the file.
    var isOfOneVideo = false
    /// Whether the file needs pictures beside the hands.
    var hasPictures = false
    /// Opens the file at a path, for at most so many hands in a picture or frame.
    let open: @Sendable (_ path: String, _ handCount: Int, Arguments) throws -> any ResultFile

    /// In the order of the help, in which the files are also written.
    static let all: [ResultFormat] = [.landmarks, .worldLandmarks, .coco, .page] + animations
    /// Those that only videos have.
    static let animations: [ResultFormat] = [.gltf, .bvh]
}

/// The files for results that the user asked for. Used by one thread at a time.
final class ResultFiles {
    private let files: [any ResultFile]
    /// Whether one of the files needs pictures.
    let havePictures: Bool
    /// Whether one of the files is for a single video.
    let areOfOneVideo: Bool
    /// What ended the files before their time.
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

    /// Does something for the files unless they have failed; they have if that fails.
    func attempt(_ body: () throws -> Void) {
        guard failure == nil else { return }
        do { try body() } catch { failure = error }
    }
}

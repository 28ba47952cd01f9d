import TegataBuffers
import TegataHands
import TegataImages
import TegataRecords
import TegataSystem

/// A web page that shows videos and images with the hands found in them.
///
/// The page is a single file that needs no other files and no network. Landmarks are written as they arrive, and images
/// are limited in size, so that long videos need little memory and the page opens quickly:
///
///     let report = try HandReport(writingTo: "report.html", title: "hands.mp4")
///     try report.begin(source: "hands.mp4", kind: .video, expectedCount: 250)
///     try report.append(picture, handsOfPicture)
///     try report.finish()
package final class HandReport {
    package enum Kind: Sendable {
        case video
        /// Independent images.
        case pictures
    }

    /// The default limit on the total size of a page's images, in bytes; a page of that size opens in about a second.
    package static let usualPictureBudget = 24 << 20

    private let file: PendingFile
    private var pictures: KeptPictures
    private var frames: PackedFrames
    private var texts = StringTable()
    private var sources: [Source] = []
    private var failures: [String] = []

    private struct Source {
        let name: Int
        let kind: Kind
        var frameCount = 0
        var handCount = 0
        var blockCount = 0
    }

    /// Starts the page, which appears under its name when it is finished. With `hasMetric`, it shows hands in metres
    /// from the camera; with `hasJoints`, it shows joint angles and bones.
    package init(
        writingTo path: String, title: String, pictureBudget: Int = HandReport.usualPictureBudget,
        hasMetric: Bool = false, hasJoints: Bool = false
    ) throws(ImageFileError) {
        file = try orUnwritable { () throws(FileError) in try PendingFile(for: path) }
        pictures = KeptPictures(budget: pictureBudget)
        frames = PackedFrames(hasMetric: hasMetric, hasJoints: hasJoints)
        try write(PageText.start(title: title, hasMetric: hasMetric, hasJoints: hasJoints))
    }

    /// Returns the image at the largest size that pages show; pass it to ``append(_:_:)`` instead of a larger one.
    package static func shown(_ picture: RGBImage) -> RGBImage { KeptPictures.Grade.largest(of: picture) }

    /// Starts a video or a list of images, ending the previous one.
    ///
    /// The expected number of frames or images determines their size and quality. If it is unknown, they are kept small
    /// from the start.
    package func begin(source: String, kind: Kind, expectedCount: Int?) throws(ImageFileError) {
        try writeFrames()
        sources.append(Source(name: texts.number(of: source), kind: kind))
        pictures.begin(
            grades: kind == .video ? KeptPictures.Grade.ofVideos : KeptPictures.Grade.all[...],
            expectedCount: expectedCount)
    }

    /// Adds the hands of an image, or of the next frame of a video, to the current source.
    ///
    /// `picture` is the image to show, which may be smaller than the processed one. The closure is evaluated only if
    /// the page keeps the image.
    package func append(
        _ picture: @autoclosure () -> RGBImage, _ hands: FrameRecord
    ) throws(ImageFileError) {
        precondition(!sources.isEmpty, "a source must have begun")
        let last = sources.count - 1
        do throws(ImageFileError) {
            try pictures.append(picture, at: sources[last].frameCount)
        } catch {
            throw ImageFileError(file: hands.source, problem: error.problem)
        }
        frames.append(hands, &texts)
        sources[last].frameCount += 1
        sources[last].handCount += hands.hands.count
        if frames.isFull { try writeFrames() }
    }

    /// Adds a line to the page's list of failures: the name of an input and the reason.
    package func append(failure: String) {
        failures.append(failure)
    }

    /// Writes the remaining data and gives the page its final name.
    package func finish() throws(ImageFileError) {
        try writeFrames()
        for source in pictures.sources {
            for picture in source.kept { try writeBlock("picture", picture.file) }
        }
        try writeBlock("strings", packed(texts.texts))
        try writeBlock("failures", packed(failures))
        try writeBlock("sources", packedSources())
        try write(PageText.end)
        try orUnwritable { () throws(FileError) in try file.commit() }
    }

    private func packed(_ texts: [String]) -> [UInt8] {
        var packed = PackedNumbers()
        packed.append(small: texts.count)
        for text in texts { packed.append(text) }
        return packed.bytes
    }

    private func packedSources() -> [UInt8] {
        var packed = PackedNumbers()
        packed.append(small: sources.count)
        for (source, pictures) in zip(sources, pictures.sources) {
            packed.append(small: source.name)
            packed.append(small: source.kind == .video ? 1 : 0)
            packed.append(small: source.frameCount)
            packed.append(small: source.handCount)
            packed.append(small: pictures.spacing)
            packed.append(small: source.blockCount)
            packed.append(small: pictures.kept.count)
            for picture in pictures.kept { packed.append(small: picture.index) }
        }
        return packed.bytes
    }

    private func writeFrames() throws(ImageFileError) {
        guard !frames.isEmpty else { return }
        try writeBlock("frames", frames.frames.bytes)
        try writeBlock("points", frames.points.bytes)
        sources[sources.count - 1].blockCount += 1
        frames.removeAll()
    }

    /// Writes a block of data, which the page finds by its class.
    private func writeBlock(_ name: String, _ bytes: [UInt8]) throws(ImageFileError) {
        try write(
            Array("<script type=\"application/octet-stream\" class=\"\(name)\">".utf8) + bytes.base64()
                + Array("</script>\n".utf8))
    }

    private func write(_ bytes: [UInt8]) throws(ImageFileError) {
        try orUnwritable { () throws(FileError) in try file.append(bytes.span.bytes) }
    }
}

private func orUnwritable<Result>(_ body: () throws(FileError) -> Result) throws(ImageFileError) -> Result {
    do throws(FileError) {
        return try body()
    } catch {
        throw ImageFileError(file: error.path, problem: .unwritable(error.reason))
    }
}

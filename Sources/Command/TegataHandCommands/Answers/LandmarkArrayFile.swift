import TegataAnswers
import TegataBuffers
import TegataHands
import TegataImages
import TegataSystem
import TegataTables
import TegataTool

/// A .npy file of landmarks that grows frame by frame: frames × hands × 21 points × 3 coordinates.
final class LandmarkArrayFile {
    private let file: PendingFile
    var path: String { file.path }
    private let handCount: Int
    private let points: @Sendable (HandResult) -> HandPoints
    private var frameCount = 0
    private var slots: HandSlots

    private init(
        _ path: String, _ points: @escaping @Sendable (HandResult) -> HandPoints, handCount: Int
    ) throws(FileError) {
        file = try PendingFile(for: path)
        self.handCount = handCount
        self.points = points
        slots = HandSlots(count: handCount)
        let header = header
        try file.append(header.span.bytes)
    }

    /// The files that the user asked for.
    static func files(_ arguments: Arguments, handCount: Int) throws(CommandError) -> [LandmarkArrayFile] {
        var files: [LandmarkArrayFile] = []
        let choices: [(Option<String>, HandField)] = [
            (OutputOption.landmarkArray, .landmarks), (OutputOption.worldArray, .worldLandmarks),
        ]
        for (option, field) in choices {
            guard let path = try arguments.value(of: option), let points = field.points else { continue }
            let place = try orFailure { () throws(FileError) in try PendingFile.place(of: path) }
            guard case .file = place else {
                throw .usage(
                    "\(option.description.name) \(path): is a pipe, device or stream, and the start of an array, which"
                        + " has its size, is written last; name a file")
            }
            files.append(
                try orFailure { () throws(FileError) in try LandmarkArrayFile(path, points, handCount: handCount) })
        }
        return files
    }

    /// Adds a frame; a hand of a video keeps its place as long as it is there.
    func append(_ hands: [HandResult]) throws(CommandError) {
        var row: [UInt8] = []
        row.reserveCapacity(handCount * HandPoints.count * 3 * 4)
        for place in slots.places(of: hands.map(\.identifier)) {
            let hand = place.map { points(hands[$0]) }
            for index in 0..<HandPoints.count {
                let point = hand?[index]
                for value in [point?.x ?? .nan, point?.y ?? .nan, point?.z ?? .nan] {
                    withUnsafeBytes(of: value.bitPattern.littleEndian) { row.append(contentsOf: $0) }
                }
            }
        }
        frameCount += 1
        do throws(FileError) { try file.append(row.span.bytes) } catch { throw .failure(error.description) }
    }

    /// Gives the file its name.
    func finish() throws(CommandError) {
        let header = header
        do throws(FileError) {
            try file.overwriteStart(header.span.bytes)
            try file.commit()
        } catch {
            throw .failure(error.description)
        }
    }

    /// Always of the same size, whatever the number of frames.
    private var header: [UInt8] { npyHeader(shape: [frameCount, handCount, HandPoints.count, 3]) }
}

import TegataBuffers
import TegataHands
import TegataImages
import TegataRecords
import TegataSystem
import TegataTables
import TegataTool

extension ResultFormat {
    static let landmarks = array(
        .landmarks, "--npy",
        "write all landmarks as one array, frames × hands × 21 × 3, with NaN for missing hands")
    static let worldLandmarks = array(
        .worldLandmarks, "--world-npy", "like --npy, but write world landmarks")

    private static func array(_ field: HandField, _ name: String, _ summary: String) -> ResultFormat {
        ResultFormat(
            option: .text(name, "OUT.npy", summary, values: .files(["npy"])), isOfOneVideo: true
        ) { path, handCount, _ in
            guard case .file = try PendingFile.place(of: path) else {
                throw CommandError.usage(
                    "\(name) \(path): is a pipe, device or stream, but an array needs a regular file, because the size"
                        + " at its start is written last; give a file")
            }
            guard let points = field.points else { preconditionFailure("an array is of points") }
            return try LandmarkArrayFile(path, points, handCount: handCount)
        }
    }
}

/// A .npy file of landmarks that grows frame by frame: frames × hands × 21 points × 3 coordinates.
private final class LandmarkArrayFile: ResultFile {
    private let file: PendingFile
    var path: String { file.path }
    private let handCount: Int
    private let points: @Sendable (HandResult) -> HandPoints
    private var frameCount = 0
    private var slots: HandSlots

    init(
        _ path: String, _ points: @escaping @Sendable (HandResult) -> HandPoints, handCount: Int
    ) throws {
        file = try PendingFile(for: path)
        self.handCount = handCount
        self.points = points
        slots = HandSlots(count: handCount)
        let header = header
        try file.append(header.span.bytes)
    }

    /// Adds a row. A tracked hand keeps its slot. Images that could not be read also get a row.
    func append(_ found: FoundHands) throws {
        let hands = found.hands?.hands ?? []
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
        try file.append(row.span.bytes)
    }

    func finish() throws {
        let header = header
        try file.overwriteStart(header.span.bytes)
        try file.commit()
    }

    /// The header of the file, whose size does not depend on the number of frames.
    private var header: [UInt8] { npyHeader(shape: [frameCount, handCount, HandPoints.count, 3]) }
}

/// The assignment of hands to a fixed number of slots.
struct HandSlots {
    /// The ID of the last hand in each slot; nil if the hand had none.
    private var identifiers: [Int?]

    init(count: Int) {
        identifiers = Array(repeating: nil, count: count)
    }

    /// Returns the index of the hand in each slot; nil for empty slots. Hands with an ID keep their slot. New hands and
    /// hands without an ID take the first free slot; slots that were never used come first.
    mutating func places(of hands: [Int?]) -> [Int?] {
        var places: [Int?] = Array(repeating: nil, count: identifiers.count)
        var waiting: [Int] = []
        for (index, identifier) in hands.enumerated() {
            if let identifier, let place = identifiers.firstIndex(of: identifier) {
                places[place] = index
            } else {
                waiting.append(index)
            }
        }
        for index in waiting {
            let free = places.indices.filter { places[$0] == nil }
            guard let place = free.first(where: { identifiers[$0] == nil }) ?? free.first else { break }
            places[place] = index
            identifiers[place] = hands[index]
        }
        return places
    }
}

import TegataBuffers
import TegataHands
import TegataImages
import TegataSystem

/// A .npy file of landmarks that grows frame by frame: frames × hands × 21 points × 3 coordinates.
final class LandmarkArrayFile {
    private let file: PendingFile
    private let handCount: Int
    private let points: KeyPath<HandResult, HandPoints> & Sendable
    private var frameCount = 0
    private var slots: HandSlots

    private init(
        _ path: String, _ points: KeyPath<HandResult, HandPoints> & Sendable, handCount: Int
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
        let choices: [(Option<String>, KeyPath<HandResult, HandPoints> & Sendable)] = [
            (OutputOption.landmarkArray, \.landmarks), (OutputOption.worldArray, \.worldLandmarks),
        ]
        for (option, points) in choices {
            guard let path = try arguments.value(of: option) else { continue }
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
            for index in 0..<HandPoints.count {
                let point = place.map { hands[$0][keyPath: points][index] }
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

/// Which of a fixed number of places each hand has.
struct HandSlots {
    /// Who had each place last.
    private var identifiers: [Int?]

    init(count: Int) {
        identifiers = Array(repeating: nil, count: count)
    }

    /// For each place the index of the hand that has it. Hands with a number keep theirs; new ones, and those without,
    /// take the first free one, those that nobody had before others.
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

import TegataBuffers
import TegataHands
import TegataRecords
import TegataSystem
import TegataTables
import TegataTool
import TegataTracks

extension VideoHands {
    /// The largest file that is read, in bytes.
    private static let largestFile = 4 << 30

    /// Reads the lines that `tegata track --json` writes for a video.
    package init(readingFileAt path: String) throws {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try InputFile(path, acceptingPipes: true).contents(atMost: Self.largestFile)
        } catch { throw .failure("\(TableFileError(file: path, problem: .unreadable(error.reason)))") }
        try self.init(lines: bytes, file: path)
    }

    /// Reads the lines in `bytes`; errors refer to them as `file`.
    package init(lines bytes: [UInt8], file: String) throws {
        self.init()
        for (index, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated()
        where line.contains(where: { $0 > 0x20 }) {
            func failure(_ fault: String) -> CommandError {
                .failure("\(file): line \(index + 1) \(fault); write it again with tegata track --json")
            }
            let node: JSONNode
            do throws(TableFileError) { node = try JSONReader.value(Array(line), file: file) } catch {
                throw failure("is not valid JSON")
            }
            // The video ended with an error.
            if node["error"] != nil, node["hands"] == nil { continue }
            guard let record = FrameRecord(node) else {
                throw failure("is not a frame of a video with hands that have IDs")
            }
            if let last = frames.last {
                guard last.source == record.source else { throw failure("is of another video") }
                guard let time = record.frame, let lastTime = last.frame, time.milliseconds >= lastTime.milliseconds,
                    time.index > lastTime.index
                else { throw failure("is earlier than the one before") }
            }
            append(record)
        }
        guard !frames.isEmpty else {
            throw .failure("\(file): contains no frames; write it again with tegata track --json")
        }
    }
}

extension FrameRecord {
    /// The largest time and ID that are read, which leaves room for sums.
    private static let largest = 1 << 52
    private static let sides = 1...1_000_000

    /// Creates the record from a line of JSON; nil if a part is missing or is no possible result.
    fileprivate init?(_ node: JSONNode) {
        guard let source = node["source"]?.string, let index = node["frame"]?.integer,
            let time = node["timestampMs"]?.integer, let width = node["width"]?.integer,
            let height = node["height"]?.integer, let nodes = node["hands"]?.elements,
            (0...Self.largest).contains(index), (0...Self.largest).contains(time), Self.sides.contains(width),
            Self.sides.contains(height), let milliseconds = Milliseconds(exactly: time)
        else { return nil }
        let hands = nodes.compactMap(HandResult.init)
        guard hands.count == nodes.count else { return nil }
        self.init(
            source: source, frame: Frame(index: index, milliseconds: milliseconds), width: width, height: height,
            hands: hands)
    }
}

extension HandResult {
    /// Creates the hand from an element of `hands`.
    fileprivate init?(_ node: JSONNode) {
        guard let identifier = node["id"]?.integer, let landmarks = HandPoints(node["landmarks"]),
            let worldLandmarks = HandPoints(node["worldLandmarks"]), let side = node["handedness"],
            let name = side["categoryName"]?.string,
            let handedness = Handedness.allCases.first(where: { $0.name == name }),
            let score = side["score"]?.number, (0...1).contains(score)
        else { return nil }
        self.init(
            landmarks: landmarks, worldLandmarks: worldLandmarks,
            presence: node["interpolated"]?.integer == 1 ? 0 : 1,
            rightProbability: handedness == .right ? Float(score) : 1 - Float(score),
            rectangle: HandRectangle(centerX: 0, centerY: 0, width: 0, height: 0, rotation: 0))
        self.identifier = identifier
    }
}

extension HandPoints {
    /// Creates the points from an array of objects; nil if it does not have 21 with finite coordinates.
    fileprivate init?(_ node: JSONNode?) {
        guard let elements = node?.elements, elements.count == Self.count else { return nil }
        self.init()
        for (index, element) in elements.enumerated() {
            guard let x = element["x"]?.number, let y = element["y"]?.number, let z = element["z"]?.number,
                [x, y, z].allSatisfy({ $0.magnitude < 1e6 })
            else { return nil }
            self[index] = HandPoint(x: Float(x), y: Float(y), z: Float(z))
        }
    }
}

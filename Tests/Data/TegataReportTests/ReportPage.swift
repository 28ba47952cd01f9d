import Foundation
import TegataHands
import TegataImages
import TegataReport
import TegataTestSupport

/// A written page and its data.
struct ReportPage {
    let text: String

    /// Creates a report, lets `write` fill it, finishes it and reads the page.
    init(
        title: String = "Test", pictureBudget: Int = HandReport.usualPictureBudget, hasMetric: Bool = false,
        _ write: (HandReport) throws -> Void
    ) throws {
        text = try withTemporaryFolder { folder in
            let path = folder.appendingPathComponent("report.html").path
            let report = try HandReport(
                writingTo: path, title: title, pictureBudget: pictureBudget, hasMetric: hasMetric)
            try write(report)
            try report.finish()
            return try String(contentsOfFile: path, encoding: .utf8)
        }
    }

    /// Returns the bytes of all blocks with a class name.
    func blocks(_ name: String) -> [Data] {
        text.components(separatedBy: "<script type=\"application/octet-stream\" class=\"\(name)\">").dropFirst()
            .compactMap { rest in
                rest.range(of: "</script>").flatMap { Data(base64Encoded: String(rest[..<$0.lowerBound])) }
            }
    }

    func onlyBlock(_ name: String) throws -> NumberReader {
        let blocks = blocks(name)
        guard blocks.count == 1 else { throw WrongCount(name: name, count: blocks.count) }
        return NumberReader(blocks[0])
    }

    struct WrongCount: Error {
        let name: String
        let count: Int
    }

    var texts: [String] {
        get throws {
            var reader = try onlyBlock("strings")
            return (0..<reader.small()).map { _ in reader.text() }
        }
    }

    struct Source: Equatable {
        var name: String
        var isVideo: Bool
        var frameCount: Int
        var handCount: Int
        var spacing: Int
        var blockCount: Int
        var pictures: [Int]
    }

    var sources: [Source] {
        get throws {
            let texts = try texts
            var reader = try onlyBlock("sources")
            return (0..<reader.small()).map { _ in
                var source = Source(
                    name: texts[reader.small()], isVideo: reader.small() == 1, frameCount: reader.small(),
                    handCount: reader.small(),
                    spacing: reader.small(), blockCount: reader.small(), pictures: [])
                source.pictures = (0..<reader.small()).map { _ in reader.small() }
                return source
            }
        }
    }
}

/// Reads a sequence of little-endian numbers.
struct NumberReader {
    private let bytes: Data
    private(set) var offset = 0

    init(_ bytes: Data) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { offset == bytes.count }

    private mutating func bits(_ count: Int) -> UInt64 {
        defer { offset += count }
        return (0..<count).reduce(0) { $0 | UInt64(bytes[bytes.startIndex + offset + $1]) << UInt64(8 * $1) }
    }

    mutating func small() -> Int { Int(bits(4)) }
    mutating func integer() -> Int { Int(truncatingIfNeeded: bits(8)) }
    mutating func float() -> Float { Float(bitPattern: UInt32(bits(4))) }

    mutating func smalls(_ count: Int) -> [Int] { (0..<count).map { _ in small() } }
    mutating func floats(_ count: Int) -> [Float] { (0..<count).map { _ in float() } }

    mutating func text() -> String {
        let count = small()
        defer { offset += count }
        return String(decoding: bytes[bytes.startIndex + offset..<bytes.startIndex + offset + count], as: UTF8.self)
    }
}

/// Returns a hand whose numbers all differ.
func hand(_ seed: Float, identifier: Int? = nil, gesture: String? = nil) -> HandResult {
    var hand = HandResult(
        landmarks: HandPoints { HandPoint(x: seed + Float($0) / 100, y: seed - Float($0) / 70, z: -Float($0) / 30) },
        worldLandmarks: HandPoints { HandPoint(x: Float($0) / 300, y: seed / 10, z: Float($0) * seed) }, presence: 1,
        rightProbability: seed, rectangle: HandRectangle(centerX: 0.5, centerY: 0.5, width: 1, height: 1, rotation: 0))
    hand.identifier = identifier
    hand.gesture = gesture.map { Gesture(name: $0, score: seed / 2, classifier: .canned) }
    return hand
}

/// Returns an image that takes several kilobytes as a JPEG file.
func noise(width: Int, height: Int, seed: UInt64 = 1) -> RGBImage {
    var random = SplitMix64(seed: seed)
    return RGBImage(
        width: width, height: height,
        pixels: (0..<3 * width * height).map { _ in UInt8(truncatingIfNeeded: random.next()) })
        ?? RGBImage(width: 1, height: 1)
}

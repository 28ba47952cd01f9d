import TegataBuffers
import TegataClassifiers

/// The hands found in an image, or in the frames of a clip.
package struct FoundFrames: Sendable, Equatable {
    /// A hand and its track ID in the clip.
    struct Hand: Sendable, Equatable {
        var hand: ExtractedHand
        var identifier: Int
    }

    /// The hands of each frame; an image has one frame.
    var frames: [[Hand]]
    /// The times of the frames, in seconds from the start of the video.
    var times: [Double] = [0]
    /// The number of processed frames per second; 0 for images.
    var frameRate = 0.0
    /// The frame rate of the file, which may be a multiple of the processed rate; 0 for images.
    var sourceRate = 0.0
    /// The length of the whole video in seconds; 0 if unknown.
    var duration = 0.0
}

/// The format of cached results.
extension FoundFrames {
    private static let form = SealedFile(signature: "TEGATAHF", version: 1)

    /// Returns the bytes of a cache file, with the key at the start.
    func bytes(key: String) -> [UInt8] {
        Self.form.bytes { writer in
            writer.text(key)
            writer.double(frameRate)
            writer.double(sourceRate)
            writer.double(duration)
            writer.integer(UInt32(truncatingIfNeeded: frames.count))
            for (hands, time) in zip(frames, times) {
                writer.double(time)
                writer.integer(UInt32(truncatingIfNeeded: hands.count))
                for hand in hands {
                    writer.integer(UInt32(truncatingIfNeeded: hand.identifier))
                    Self.write(hand.hand, to: &writer)
                    writer.integer(UInt32(truncatingIfNeeded: hand.hand.views.count))
                    for view in hand.hand.views { Self.write(view, to: &writer) }
                }
            }
        }
    }

    private static func write(_ hand: ExtractedHand, to writer: inout ByteWriter) {
        writer.floats((0..<HandKeyPoints.valueCount).map { hand.keyPoints.values[$0] })
        writer.float(hand.keyPoints.aspectRatio)
        writer.floats(hand.worldPoints)
        writer.float(hand.presence)
        writer.float(hand.rightProbability)
        writer.flag(hand.isFoundLate)
        writer.floats(hand.embedding ?? [])
    }

    /// Returns nil if the bytes are damaged or belong to another kind of file or another key.
    package init?(_ bytes: [UInt8], key: String) {
        let read = try? Self.form.read(Bytes(bytes), file: "") { (reader) throws(ClassifierFileError) in
            guard try reader.text("key") == key else { throw reader.failure("key", .inconsistent) }
            return try FoundFrames(&reader)
        }
        guard let read else { return nil }
        self = read
    }

    private init(_ reader: inout ByteReader) throws(ClassifierFileError) {
        let rate = try reader.double("rate")
        let sourceRate = try reader.double("rate of the file")
        self.init(
            frames: [], times: [], frameRate: rate, sourceRate: sourceRate, duration: try reader.double("duration"))
        for _ in 0..<(try reader.count("frames", ofSize: 12)) {
            times.append(try reader.double("time"))
            var hands: [Hand] = []
            for _ in 0..<(try reader.count("hands", ofSize: 4)) {
                let identifier = Int(try reader.integer("identifier", as: UInt32.self))
                var hand = try Self.hand(&reader)
                for _ in 0..<(try reader.count("views", ofSize: 4)) { hand.views.append(try Self.hand(&reader)) }
                hands.append(Hand(hand: hand, identifier: identifier))
            }
            frames.append(hands)
        }
    }

    private static func hand(_ reader: inout ByteReader) throws(ClassifierFileError) -> ExtractedHand {
        let values = try reader.floats("points")
        let ratio = try reader.float("ratio")
        let world = try reader.floats("world")
        let presence = try reader.float("presence")
        let right = try reader.float("right")
        let isFoundLate = try reader.flag("late")
        let embedding = try reader.floats("embedding")
        guard let points = HandKeyPoints(values: values, chirality: right >= 0.5 ? .right : .left, aspectRatio: ratio),
            world.count == HandKeyPoints.valueCount
        else { throw reader.failure("hand", .inconsistent) }
        return ExtractedHand(
            keyPoints: points, worldPoints: world, presence: presence, rightProbability: right,
            embedding: embedding.isEmpty ? nil : embedding, isFoundLate: isFoundLate)
    }
}

import CoreMedia
import Foundation

/// What a request found. It never changes, and may be shared by any threads.
public class VNObservation: NSObject, NSCopying, NSSecureCoding, Codable, VNRequestRevisionProviding,
    @unchecked Sendable
{
    let record: ObservationRecord

    /// A number of its own for every observation; nothing links those of two images.
    public var uuid: UUID { record.uuid }
    /// How sure the engine is that there is such a thing, from 0 to 1: for hands, that there is a hand.
    public var confidence: VNConfidence { record.confidence }
    /// When the image was shown; starts at 0 and lasts for 0 where that is not known.
    public var timeRange: CMTimeRange { record.timeRange?.range ?? CMTimeRange(start: .zero, duration: .zero) }
    /// The revision of the request that made it.
    public var requestRevision: Int { record.revision }

    init(_ record: ObservationRecord) {
        self.record = record
    }

    /// The observation itself, which never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether the other object is of the same class and all that was observed is equal, `uuid` too.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? VNObservation, type(of: other) == type(of: self) else { return false }
        return record == other.record
    }

    /// The hash of `uuid`.
    public override var hash: Int { uuid.hashValue }

    /// Class, `uuid`, revision and confidence.
    public override var description: String {
        "<\(type(of: self))> \(uuid) requestRevision=\(requestRevision) confidence=\(confidence)"
    }

    // MARK: Coding

    /// The observation that was encoded; throws where it is none of this class.
    public required init(from decoder: any Decoder) throws {
        record = try ObservationRecord(from: decoder)
        super.init()
        try checkRecord(decoder.codingPath)
    }

    /// Writes all that was observed.
    public func encode(to encoder: any Encoder) throws {
        try record.encode(to: encoder)
    }

    /// Always true.
    public class var supportsSecureCoding: Bool { true }

    /// What was encoded; nil where it is none of this class.
    public required init?(coder: NSCoder) {
        guard let data = coder.decodeObject(of: NSData.self, forKey: Self.coderKey),
            let record = try? Self.decoder.decode(ObservationRecord.self, from: Data(referencing: data))
        else { return nil }
        self.record = record
        super.init()
        guard (try? checkRecord([])) != nil else { return nil }
    }

    /// Writes all that was observed; nothing where it cannot be encoded.
    public func encode(with coder: NSCoder) {
        let encoder = JSONEncoder()
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "+inf", negativeInfinity: "-inf", nan: "nan")
        guard let data = try? encoder.encode(record) else { return }
        coder.encode(NSData(data: data), forKey: Self.coderKey)
    }

    /// Of JSON, because Foundation's reader bounds how deep it goes there, and not in property lists.
    private static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "+inf", negativeInfinity: "-inf", nan: "nan")
        return decoder
    }

    private static let coderKey = "VNObservation"

    /// Throws where what was decoded cannot be an observation of this class.
    func checkRecord(_ path: [any CodingKey]) throws {}
}

/// All of an observation, as it is coded.
struct ObservationRecord: Codable, Hashable, Sendable {
    var uuid = UUID()
    var confidence: Float
    var revision: Int
    var timeRange: Times?
    var hand: DetectedHand?
    /// The raw value of ``VNChirality``.
    var chirality = 0

    /// A range of times, number by number.
    struct Times: Codable, Hashable, Sendable {
        private struct Time: Codable, Hashable {
            var value: Int64
            var timescale: Int32
            var flags: UInt32
            /// Nil for 0, as in records that were coded when epochs were not kept.
            var epoch: Int64?

            init(_ time: CMTime) {
                value = time.value
                timescale = time.timescale
                flags = time.flags.rawValue
                epoch = time.epoch == 0 ? nil : time.epoch
            }

            var time: CMTime {
                CMTime(
                    value: value, timescale: timescale, flags: CMTimeFlags(rawValue: flags), epoch: epoch ?? 0)
            }
        }

        private var start: Time
        private var duration: Time

        init(_ range: CMTimeRange) {
            start = Time(range.start)
            duration = Time(range.duration)
        }

        var range: CMTimeRange { CMTimeRange(start: start.time, duration: duration.time) }
    }
}

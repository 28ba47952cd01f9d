import CoreMedia
import Foundation

/// A result of a request. It never changes, and any thread may use it.
public class VNObservation: NSObject, NSCopying, NSSecureCoding, Codable, VNRequestRevisionProviding,
    @unchecked Sendable
{
    let record: ObservationRecord

    /// The unique ID of the observation; it does not link observations in different images.
    public var uuid: UUID { record.uuid }
    /// The confidence of the observation, from 0 to 1; for hands, the confidence that there is a hand.
    public var confidence: VNConfidence { record.confidence }
    /// The time at which the image was shown; the start and duration are 0 if it is unknown.
    public var timeRange: CMTimeRange { record.timeRange?.range ?? CMTimeRange(start: .zero, duration: .zero) }
    /// The revision of the request that made the observation.
    public var requestRevision: Int { record.revision }

    init(_ record: ObservationRecord) {
        self.record = record
    }

    /// Returns the observation itself, which never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Returns whether the other object is of the same class and all its values are equal, including `uuid`.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? VNObservation, type(of: other) == type(of: self) else { return false }
        return record == other.record
    }

    /// The hash of `uuid`.
    public override var hash: Int { uuid.hashValue }

    /// The class, `uuid`, revision and confidence.
    public override var description: String {
        "<\(type(of: self))> \(uuid) requestRevision=\(requestRevision) confidence=\(confidence)"
    }

    // MARK: Coding

    /// Reads an encoded observation; throws if it is of another class.
    public required init(from decoder: any Decoder) throws {
        record = try ObservationRecord(from: decoder)
        super.init()
        try checkRecord(decoder.codingPath)
    }

    /// Writes all values of the observation.
    public func encode(to encoder: any Encoder) throws {
        try record.encode(to: encoder)
    }

    /// Always true.
    public class var supportsSecureCoding: Bool { true }

    /// Reads an encoded observation; nil if it is of another class.
    public required init?(coder: NSCoder) {
        guard let data = coder.decodeObject(of: NSData.self, forKey: Self.coderKey),
            let record = try? Self.decoder.decode(ObservationRecord.self, from: Data(referencing: data))
        else { return nil }
        self.record = record
        super.init()
        guard (try? checkRecord([])) != nil else { return nil }
    }

    /// Writes all values of the observation; nothing if they cannot be encoded.
    public func encode(with coder: NSCoder) {
        let encoder = JSONEncoder()
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "+inf", negativeInfinity: "-inf", nan: "nan")
        guard let data = try? encoder.encode(record) else { return }
        coder.encode(NSData(data: data), forKey: Self.coderKey)
    }

    /// A JSON decoder is used, because Foundation limits the depth of JSON but not of property lists.
    private static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "+inf", negativeInfinity: "-inf", nan: "nan")
        return decoder
    }

    private static let coderKey = "VNObservation"

    /// Throws if the decoded values cannot be an observation of this class.
    func checkRecord(_ path: [any CodingKey]) throws {}
}

/// All values of an observation, in the form that is encoded.
struct ObservationRecord: Codable, Hashable, Sendable {
    var uuid = UUID()
    var confidence: Float
    var revision: Int
    var timeRange: Times?
    var hand: DetectedHand?
    /// The raw value of ``VNChirality``.
    var chirality = 0

    /// A range of times as plain numbers.
    struct Times: Codable, Hashable, Sendable {
        private struct Time: Codable, Hashable {
            var value: Int64
            var timescale: Int32
            var flags: UInt32
            /// Nil stands for 0, because older records have no epoch.
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

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

import TegataBuffers

/// A trained classifier, as a file holds it.
///
/// The file is little-endian: the eight bytes `TEGATACL`, a version and a kind of two bytes each, the kind's own part,
/// labels, network and thresholds, the model card, and the SHA-256 of all that. Counts are of four bytes and stand
/// before what they count. The same classifier always gives the same bytes.
package enum ClassifierFile: Sendable, Equatable {
    /// Poses of one hand.
    case pose(PoseClassifier)
    /// Actions of one hand.
    case action(ActionClassifier)
    /// Gestures, from MediaPipe's embedding.
    case embedding(EmbeddingHead)

    /// The form of the file.
    package static let form = SealedFile(signature: "TEGATACL", version: 1)

    /// Whether the bytes begin as a classifier does.
    package static func isClassifier(_ bytes: Bytes) -> Bool { form.isStart(of: bytes) }

    /// Reads a classifier; `file` is what errors call it.
    package init(_ bytes: Bytes, file: String) throws(ClassifierFileError) {
        self = try Self.form.read(bytes, file: file) { (reader) throws(ClassifierFileError) in
            try ClassifierFile(&reader)
        }
    }

    private init(_ reader: inout ByteReader) throws(ClassifierFileError) {
        let kind: UInt16 = try reader.integer("kind")
        switch kind {
        case 0:
            let mirroring = try Self.readMirroring(&reader)
            let isInvariant = try reader.flag("rotation")
            let head = try ClassifierHead(&reader)
            let card = try ModelCard(&reader)
            let features = PoseFeatures(mirroring: mirroring, isRotationInvariant: isInvariant)
            guard let classifier = PoseClassifier(features: features, head: head, card: card) else {
                throw reader.failure("network", .inconsistent)
            }
            self = .pose(classifier)
        case 1:
            let mirroring = try Self.readMirroring(&reader)
            let windowSize = Int(clamping: try reader.integer("window size", as: UInt32.self))
            let frameRate = try reader.double("frame rate")
            guard frameRate <= ActionClassifier.largestFrameRate else {
                throw reader.failure("frame rate", .aboveLimit(Int(ActionClassifier.largestFrameRate)))
            }
            let head = try ClassifierHead(&reader)
            let card = try ModelCard(&reader)
            let features = ActionFeatures(windowSize: windowSize, mirroring: mirroring)
            guard
                let classifier = ActionClassifier(features: features, frameRate: frameRate, head: head, card: card)
            else { throw reader.failure("network", .inconsistent) }
            self = .action(classifier)
        case 2:
            let head = try ClassifierHead(&reader)
            let card = try ModelCard(&reader)
            guard let classifier = EmbeddingHead(head: head, card: card) else {
                throw reader.failure("network", .inconsistent)
            }
            self = .embedding(classifier)
        default:
            throw reader.failure("kind", .value(found: Int(kind)))
        }
    }

    private static func readMirroring(_ reader: inout ByteReader) throws(ClassifierFileError) -> Mirroring {
        let value: UInt8 = try reader.integer("mirroring")
        guard let mirroring = Mirroring(rawValue: value) else {
            throw reader.failure("mirroring", .value(found: Int(value)))
        }
        return mirroring
    }

    /// The file's bytes.
    package var bytes: [UInt8] {
        Self.form.bytes { writer in
            switch self {
            case .pose(let classifier):
                writer.integer(0 as UInt16)
                writer.integer(classifier.features.mirroring.rawValue)
                writer.flag(classifier.features.isRotationInvariant)
            case .action(let classifier):
                writer.integer(1 as UInt16)
                writer.integer(classifier.features.mirroring.rawValue)
                writer.integer(UInt32(classifier.features.windowSize))
                writer.double(classifier.frameRate)
            case .embedding:
                writer.integer(2 as UInt16)
            }
            head.write(to: &writer)
            card.write(to: &writer)
        }
    }

    /// Labels, network and thresholds.
    package var head: ClassifierHead {
        switch self {
        case .pose(let classifier): classifier.head
        case .action(let classifier): classifier.head
        case .embedding(let classifier): classifier.head
        }
    }

    /// Where the classifier comes from.
    package var card: ModelCard {
        get {
            switch self {
            case .pose(let classifier): classifier.card
            case .action(let classifier): classifier.card
            case .embedding(let classifier): classifier.card
            }
        }
        set {
            switch self {
            case .pose(var classifier):
                classifier.card = newValue
                self = .pose(classifier)
            case .action(var classifier):
                classifier.card = newValue
                self = .action(classifier)
            case .embedding(var classifier):
                classifier.card = newValue
                self = .embedding(classifier)
            }
        }
    }
}

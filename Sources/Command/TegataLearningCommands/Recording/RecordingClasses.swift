import TegataTrainingData

/// The recorded classes, and their keys.
struct RecordingClasses {
    /// The classes. Background comes last, unless the user listed it.
    let labels: [String]
    let background: Int?

    /// The default name of the background class.
    static let usualBackground = "none"
    /// The keys for the classes, in order; 0 is background, and q ends the recording.
    private static let keys = Array("123456789abcdefghijklmnoprstuvwxyz".utf8)
    private static let backgroundKey = UInt8(ascii: "0")

    /// Uses `labels`, or the names 1 to 9 if it is nil. Adds `background`, unless it is nil or one of the labels
    /// already is a background class.
    init(labels: [String]?, background: String?) {
        let labels = labels ?? (1...9).map { "\($0)" }
        if let index = labels.firstIndex(where: { BackgroundLabel.isBackground($0) || $0 == background }) {
            (self.labels, self.background) = (labels, index)
        } else {
            self.labels = labels + [background].compactMap(\.self)
            self.background = background == nil ? nil : labels.count
        }
    }

    /// The classes that have a key, in order.
    var keyed: [(key: UInt8, index: Int)] {
        var keys = Self.keys[...]
        return labels.indices.compactMap { index in
            if index == background { return (Self.backgroundKey, index) }
            return keys.popFirst().map { ($0, index) }
        }
    }

    /// Whether every class has a key.
    var hasKeysForAll: Bool { keyed.count == labels.count }

    // MARK: Names

    /// Parses comma-separated names; nil if one is not a valid name, or two are equal.
    static func labels(_ text: String) -> [String]? {
        let names = text.split(separator: ",", omittingEmptySubsequences: false).map { label(String($0)) }
        let labels = names.compactMap(\.self)
        return labels.count == names.count && Set(labels).count == labels.count ? labels : nil
    }

    /// Returns the text without surrounding spaces; nil if it is not a valid directory name.
    static func label(_ text: String) -> String? {
        let name = text.drop { $0 == " " }
        let label = String(name.reversed().drop { $0 == " " }.reversed())
        let isPossible =
            !label.isEmpty && !label.hasPrefix(".") && label.utf8.count <= 200
            && label.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "/") }
        return isPossible ? label : nil
    }
}

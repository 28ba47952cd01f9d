import TegataTrainingData

/// The classes that are recorded, and the keys for them.
struct RecordingClasses {
    /// Background is the last, where there is such a class.
    let labels: [String]
    let background: Int?

    /// What background is called where nobody says otherwise.
    static let usualBackground = "none"
    /// The keys of classes in their order; 0 is background, and q ends it all.
    private static let keys = Array("123456789abcdefghijklmnoprstuvwxyz".utf8)
    private static let backgroundKey = UInt8(ascii: "0")

    /// `labels`, or those called by their keys where there are none, and background unless one of them already is that
    /// or nobody wants it.
    init(labels: [String]?, background: String?) {
        let labels = labels ?? (1...9).map { "\($0)" }
        if let index = labels.firstIndex(where: { BackgroundLabel.isBackground($0) || $0 == background }) {
            (self.labels, self.background) = (labels, index)
        } else {
            self.labels = labels + [background].compactMap(\.self)
            self.background = background == nil ? nil : labels.count
        }
    }

    /// The classes in the order in which they are asked for.
    var keyed: [(key: UInt8, index: Int)] {
        var keys = Self.keys[...]
        return labels.indices.compactMap { index in
            if index == background { return (Self.backgroundKey, index) }
            return keys.popFirst().map { ($0, index) }
        }
    }

    /// Whether there are more classes than keys.
    var hasKeysForAll: Bool { keyed.count == labels.count }

    // MARK: Names

    /// The classes in a text with commas; nil where one has no name, or two have the same.
    static func labels(_ text: String) -> [String]? {
        let names = text.split(separator: ",", omittingEmptySubsequences: false).map { label(String($0)) }
        let labels = names.compactMap(\.self)
        return labels.count == names.count && Set(labels).count == labels.count ? labels : nil
    }

    /// A name that can be that of a folder, without spaces around it; nil where it cannot.
    static func label(_ text: String) -> String? {
        let name = text.drop { $0 == " " }
        let label = String(name.reversed().drop { $0 == " " }.reversed())
        let isPossible =
            !label.isEmpty && !label.hasPrefix(".") && label.utf8.count <= 200
            && label.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "/") }
        return isPossible ? label : nil
    }
}

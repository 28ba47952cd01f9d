/// Looks at property lists before Foundation reads them: its reader calls itself for every element inside another, and
/// so ends the process where there are too many.
enum PropertyListText {
    /// How property lists begin that this program writes: other forms and encodings would need a look of their own.
    private static let start = Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>".utf8)
    /// Far more elements than lie in each other in a session's files.
    private static let deepest = 64

    /// Whether the bytes may be read. They may still be no property list.
    static func isSafe(_ bytes: [UInt8]) -> Bool {
        guard bytes.starts(with: start) else { return false }
        var depth = 0
        var place = start.count
        while let open = bytes[place...].firstIndex(of: UInt8(ascii: "<")) {
            let inside = bytes[(open + 1)...]
            guard let end = inside.firstIndex(of: UInt8(ascii: ">")) else { return false }
            let tag = inside[..<end]
            // Nothing but a tag is between these signs, so that nobody can read them in another way.
            guard let first = tag.first, !tag.contains(UInt8(ascii: "<")) else { return false }
            switch first {
            case UInt8(ascii: "/"): depth -= 1
            // The type of the document stands before the first element; comments are not written.
            case UInt8(ascii: "!"), UInt8(ascii: "?"): guard depth == 0 else { return false }
            default: if tag.last != UInt8(ascii: "/") { depth += 1 }
            }
            guard depth >= 0, depth <= deepest else { return false }
            place = end + 1
        }
        return true
    }
}

/// How hands are made unrecognisable.
package enum HandHiding: String, CaseIterable, Sendable {
    /// Only where it is light or dark remains, without an edge.
    case blur
    /// In blocks of one colour.
    case pixelate
    /// A black box; nothing remains.
    case box
}

/// What hands are drawn on in place of the picture.
enum PictureBackground: String, CaseIterable, Sendable {
    case black
    /// Nothing, so that what is behind shines through.
    case transparent
}

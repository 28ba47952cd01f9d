/// How left and right hands are mapped onto one.
package enum Mirroring: UInt8, Sendable, CaseIterable {
    /// Not at all.
    case none = 0
    /// Left hands are mirrored, where it is known that they are; palm and back of a hand then differ.
    case chirality = 1
    /// Hands are mirrored so that the thumb's side is always the same; nothing needs to be known, and the palm of one
    /// hand looks as the back of the other.
    case thumbSide = 2
}

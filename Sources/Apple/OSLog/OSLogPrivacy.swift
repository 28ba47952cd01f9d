/// Who may read a value in a message.
///
/// Values are for everybody unless they are said to be private or sensitive: what goes to standard error is read by the
/// person who runs the program, as in Xcode's console.
public struct OSLogPrivacy: Equatable, Sendable {
    /// What is shown in place of a private value.
    public enum Mask: Equatable, Sendable {
        /// A number that is the same for equal values, as long as the program runs.
        case hash
        /// `<private>` or `<sensitive>`, which tells nothing about the value.
        case none
    }

    private enum Visibility {
        case shown, hidden, sensitive
    }

    private var visibility: Visibility
    private var mask = Mask.none

    /// Shows the value.
    public static var `public`: OSLogPrivacy { OSLogPrivacy(visibility: .shown) }
    /// Shows `<private>` in place of the value.
    public static var `private`: OSLogPrivacy { OSLogPrivacy(visibility: .hidden) }
    /// Shows `<sensitive>` in place of the value.
    public static var sensitive: OSLogPrivacy { OSLogPrivacy(visibility: .sensitive) }
    /// Shows the value.
    public static var auto: OSLogPrivacy { OSLogPrivacy(visibility: .shown) }

    /// Shows the mask in place of the value.
    public static func `private`(mask: Mask) -> OSLogPrivacy { OSLogPrivacy(visibility: .hidden, mask: mask) }
    /// Shows the mask in place of the value.
    public static func sensitive(mask: Mask) -> OSLogPrivacy { OSLogPrivacy(visibility: .sensitive, mask: mask) }
    /// Shows the value, or the mask where there is one.
    public static func auto(mask: Mask) -> OSLogPrivacy {
        OSLogPrivacy(visibility: mask == .none ? .shown : .hidden, mask: mask)
    }

    /// What is shown of a value. A private one is not even computed unless its mask needs it.
    func shown(_ text: () -> String) -> String {
        switch (visibility, mask) {
        case (.shown, _): text()
        case (_, .hash): "<mask.hash: '\(String(UInt(bitPattern: text().hashValue), radix: 16))'>"
        case (.hidden, .none): "<private>"
        case (.sensitive, .none): "<sensitive>"
        }
    }
}

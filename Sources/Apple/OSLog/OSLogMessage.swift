import Foundation

/// A message with values, each with its privacy, written as a text: `"found \(count) hands in \(name, privacy:
/// .private)"`.
public struct OSLogMessage: ExpressibleByStringInterpolation {
    /// Puts the parts together.
    public struct StringInterpolation: StringInterpolationProtocol {
        var text: () -> String = { "" }

        /// An empty message; how long it is going to be does not matter.
        public init(literalCapacity: Int, interpolationCount: Int) {}

        /// What stands between the values.
        public mutating func appendLiteral(_ literal: String) {
            text = { [text] in text() + literal }
        }

        /// A text.
        public mutating func appendInterpolation(
            _ argumentString: @autoclosure @escaping () -> String, align: OSLogStringAlignment = .none,
            privacy: OSLogPrivacy = .auto
        ) {
            append(privacy) { align.aligned(argumentString()) }
        }

        /// What describes itself.
        public mutating func appendInterpolation<Value: CustomStringConvertible>(
            _ value: @autoclosure @escaping () -> Value, align: OSLogStringAlignment = .none,
            privacy: OSLogPrivacy = .auto
        ) {
            append(privacy) { align.aligned(value().description) }
        }

        /// An object.
        public mutating func appendInterpolation(
            _ argumentObject: @autoclosure @escaping () -> NSObject, privacy: OSLogPrivacy = .auto
        ) {
            append(privacy) { String(describing: argumentObject()) }
        }

        /// An error.
        public mutating func appendInterpolation(
            _ error: @autoclosure @escaping () -> any Error, privacy: OSLogPrivacy = .auto
        ) {
            append(privacy) { String(describing: error()) }
        }

        /// A whole number.
        public mutating func appendInterpolation<Number: FixedWidthInteger>(
            _ number: @autoclosure @escaping () -> Number, format: OSLogIntegerFormatting = .decimal,
            align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
        ) {
            append(privacy) { align.aligned(format.formatted(number())) }
        }

        /// A floating-point number.
        public mutating func appendInterpolation(
            _ number: @autoclosure @escaping () -> Float, format: OSLogFloatFormatting = .fixed,
            align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
        ) {
            append(privacy) { align.aligned(format.formatted(Double(number()))) }
        }

        /// A floating-point number.
        public mutating func appendInterpolation(
            _ number: @autoclosure @escaping () -> Double, format: OSLogFloatFormatting = .fixed,
            align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
        ) {
            append(privacy) { align.aligned(format.formatted(number())) }
        }

        /// A truth value.
        public mutating func appendInterpolation(
            _ boolean: @autoclosure @escaping () -> Bool, privacy: OSLogPrivacy = .auto
        ) {
            append(privacy) { boolean() ? "true" : "false" }
        }

        private mutating func append(_ privacy: OSLogPrivacy, _ value: @escaping () -> String) {
            text = { [text] in text() + privacy.shown(value) }
        }
    }

    /// Computes the values when the message is written.
    package let text: () -> String

    /// A message with values in it.
    public init(stringInterpolation: StringInterpolation) {
        text = stringInterpolation.text
    }

    /// A message without values.
    public init(stringLiteral value: String) {
        text = { value }
    }
}

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

/// How whole numbers are written.
public struct OSLogIntegerFormatting: Sendable {
    fileprivate var radix = 10
    fileprivate var prefix = ""
    /// What goes before numbers that are not negative.
    fileprivate var sign = ""
    fileprivate var minimumDigits = 0
    fileprivate var isUppercase = false

    /// To the base 10.
    public static var decimal: OSLogIntegerFormatting { OSLogIntegerFormatting() }
    /// To the base 16, in lower case and without a prefix.
    public static var hex: OSLogIntegerFormatting { OSLogIntegerFormatting(radix: 16) }
    /// To the base 8, without a prefix.
    public static var octal: OSLogIntegerFormatting { OSLogIntegerFormatting(radix: 8) }

    /// With at least so many digits.
    public static func decimal(minDigits: Int) -> OSLogIntegerFormatting {
        OSLogIntegerFormatting(minimumDigits: minDigits)
    }

    /// To the base 16.
    public static func hex(
        explicitPositiveSign: Bool = false, includePrefix: Bool = false, uppercase: Bool = false, minDigits: Int = 0
    ) -> OSLogIntegerFormatting {
        OSLogIntegerFormatting(
            radix: 16, prefix: includePrefix ? "0x" : "", sign: explicitPositiveSign ? "+" : "",
            minimumDigits: minDigits,
            isUppercase: uppercase)
    }

    func formatted(_ number: some FixedWidthInteger) -> String {
        let digits = String(number.magnitude, radix: radix, uppercase: isUppercase)
        let zeros = String(repeating: "0", count: max(0, minimumDigits - digits.count))
        return (number < 0 ? "-" : sign) + prefix + zeros + digits
    }
}

/// How floating-point numbers are written.
public struct OSLogFloatFormatting: Sendable {
    fileprivate enum Style {
        case fixed(Int), exponential(Int), hybrid
    }

    fileprivate var style: Style

    /// With six digits behind the point.
    public static var fixed: OSLogFloatFormatting { .fixed(precision: 6) }
    /// With an exponent and six digits behind the point.
    public static var exponential: OSLogFloatFormatting { .exponential(precision: 6) }
    /// With an exponent where that is shorter.
    public static var hybrid: OSLogFloatFormatting { OSLogFloatFormatting(style: .hybrid) }

    /// With so many digits behind the point.
    public static func fixed(precision: Int) -> OSLogFloatFormatting { OSLogFloatFormatting(style: .fixed(precision)) }
    /// With an exponent and so many digits behind the point.
    public static func exponential(precision: Int) -> OSLogFloatFormatting {
        OSLogFloatFormatting(style: .exponential(precision))
    }

    func formatted(_ number: Double) -> String {
        switch style {
        case .fixed(let precision): String(format: "%.\(digits(precision))f", number)
        case .exponential(let precision): String(format: "%.\(digits(precision))e", number)
        case .hybrid: String(format: "%g", number)
        }
    }

    private func digits(_ precision: Int) -> Int { max(0, min(precision, 300)) }
}

/// How a value is filled up with spaces.
public struct OSLogStringAlignment: Sendable {
    fileprivate var columns = 0
    fileprivate var isLeft = false

    /// Without any spaces.
    public static var none: OSLogStringAlignment { OSLogStringAlignment() }
    /// At the right of so many columns.
    public static func right(columns: Int) -> OSLogStringAlignment { OSLogStringAlignment(columns: columns) }
    /// At the left of so many columns.
    public static func left(columns: Int) -> OSLogStringAlignment {
        OSLogStringAlignment(columns: columns, isLeft: true)
    }

    func aligned(_ text: String) -> String {
        let spaces = String(repeating: " ", count: max(0, min(columns, 1000) - text.count))
        return isLeft ? text + spaces : spaces + text
    }
}

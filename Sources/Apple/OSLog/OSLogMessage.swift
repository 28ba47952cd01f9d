import Foundation

/// A log message, written as a string literal, with values that each have their own privacy: `"found \(count) hands in
/// \(name, privacy: .private)"`.
public struct OSLogMessage: ExpressibleByStringInterpolation {
    /// Builds a message from its parts.
    public struct StringInterpolation: StringInterpolationProtocol {
        var text: () -> String = { "" }

        /// Creates an empty message; the capacities are ignored.
        public init(literalCapacity: Int, interpolationCount: Int) {}

        /// Appends the text between the values.
        public mutating func appendLiteral(_ literal: String) {
            text = { [text] in text() + literal }
        }

        /// Appends a string.
        public mutating func appendInterpolation(
            _ argumentString: @autoclosure @escaping () -> String, align: OSLogStringAlignment = .none,
            privacy: OSLogPrivacy = .auto
        ) {
            append(privacy) { align.aligned(argumentString()) }
        }

        /// Appends the description of a value.
        public mutating func appendInterpolation<Value: CustomStringConvertible>(
            _ value: @autoclosure @escaping () -> Value, align: OSLogStringAlignment = .none,
            privacy: OSLogPrivacy = .auto
        ) {
            append(privacy) { align.aligned(value().description) }
        }

        /// Appends an object.
        public mutating func appendInterpolation(
            _ argumentObject: @autoclosure @escaping () -> NSObject, privacy: OSLogPrivacy = .auto
        ) {
            append(privacy) { String(describing: argumentObject()) }
        }

        /// Appends an error.
        public mutating func appendInterpolation(
            _ error: @autoclosure @escaping () -> any Error, privacy: OSLogPrivacy = .auto
        ) {
            append(privacy) { String(describing: error()) }
        }

        /// Appends an integer.
        public mutating func appendInterpolation<Number: FixedWidthInteger>(
            _ number: @autoclosure @escaping () -> Number, format: OSLogIntegerFormatting = .decimal,
            align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
        ) {
            append(privacy) { align.aligned(format.formatted(number())) }
        }

        /// Appends a floating-point number.
        public mutating func appendInterpolation(
            _ number: @autoclosure @escaping () -> Float, format: OSLogFloatFormatting = .fixed,
            align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
        ) {
            append(privacy) { align.aligned(format.formatted(Double(number()))) }
        }

        /// Appends a floating-point number.
        public mutating func appendInterpolation(
            _ number: @autoclosure @escaping () -> Double, format: OSLogFloatFormatting = .fixed,
            align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
        ) {
            append(privacy) { align.aligned(format.formatted(number())) }
        }

        /// Appends a truth value.
        public mutating func appendInterpolation(
            _ boolean: @autoclosure @escaping () -> Bool, privacy: OSLogPrivacy = .auto
        ) {
            append(privacy) { boolean() ? "true" : "false" }
        }

        private mutating func append(_ privacy: OSLogPrivacy, _ value: @escaping () -> String) {
            text = { [text] in text() + privacy.shown(value) }
        }
    }

    /// Computes the values and returns the text, when the message is written.
    package let text: () -> String

    /// Creates a message with values.
    public init(stringInterpolation: StringInterpolation) {
        text = stringInterpolation.text
    }

    /// Creates a message without values.
    public init(stringLiteral value: String) {
        text = { value }
    }
}

/// The visibility of a value in a message.
///
/// Values are public unless they are marked as private or sensitive, because it is the person running the program who
/// reads its standard error, as with Xcode's console.
public struct OSLogPrivacy: Equatable, Sendable {
    /// The text that replaces a private value.
    public enum Mask: Equatable, Sendable {
        /// A number that is the same for equal values during one run of the program.
        case hash
        /// `<private>` or `<sensitive>`, which reveals nothing about the value.
        case none
    }

    private enum Visibility {
        case shown, hidden, sensitive
    }

    private var visibility: Visibility
    private var mask = Mask.none

    /// Shows the value.
    public static var `public`: OSLogPrivacy { OSLogPrivacy(visibility: .shown) }
    /// Shows `<private>` instead of the value.
    public static var `private`: OSLogPrivacy { OSLogPrivacy(visibility: .hidden) }
    /// Shows `<sensitive>` instead of the value.
    public static var sensitive: OSLogPrivacy { OSLogPrivacy(visibility: .sensitive) }
    /// Shows the value.
    public static var auto: OSLogPrivacy { OSLogPrivacy(visibility: .shown) }

    /// Shows the mask instead of the value.
    public static func `private`(mask: Mask) -> OSLogPrivacy { OSLogPrivacy(visibility: .hidden, mask: mask) }
    /// Shows the mask instead of the value.
    public static func sensitive(mask: Mask) -> OSLogPrivacy { OSLogPrivacy(visibility: .sensitive, mask: mask) }
    /// Shows the value, or the mask if there is one.
    public static func auto(mask: Mask) -> OSLogPrivacy {
        OSLogPrivacy(visibility: mask == .none ? .shown : .hidden, mask: mask)
    }

    /// Returns the text that is shown for a value. A private value is computed only if its mask needs it.
    func shown(_ text: () -> String) -> String {
        switch (visibility, mask) {
        case (.shown, _): text()
        case (_, .hash): "<mask.hash: '\(String(UInt(bitPattern: text().hashValue), radix: 16))'>"
        case (.hidden, .none): "<private>"
        case (.sensitive, .none): "<sensitive>"
        }
    }
}

/// A format for integers.
public struct OSLogIntegerFormatting: Sendable {
    fileprivate var radix = 10
    fileprivate var prefix = ""
    /// The prefix of numbers that are not negative.
    fileprivate var sign = ""
    fileprivate var minimumDigits = 0
    fileprivate var isUppercase = false

    /// In base 10.
    public static var decimal: OSLogIntegerFormatting { OSLogIntegerFormatting() }
    /// In base 16, in lower case and without a prefix.
    public static var hex: OSLogIntegerFormatting { OSLogIntegerFormatting(radix: 16) }
    /// In base 8, without a prefix.
    public static var octal: OSLogIntegerFormatting { OSLogIntegerFormatting(radix: 8) }

    /// In base 10, with at least `minDigits` digits.
    public static func decimal(minDigits: Int) -> OSLogIntegerFormatting {
        OSLogIntegerFormatting(minimumDigits: minDigits)
    }

    /// In base 16.
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

/// A format for floating-point numbers.
public struct OSLogFloatFormatting: Sendable {
    fileprivate enum Style {
        case fixed(Int), exponential(Int), hybrid
    }

    fileprivate var style: Style

    /// With six digits after the decimal point.
    public static var fixed: OSLogFloatFormatting { .fixed(precision: 6) }
    /// With an exponent and six digits after the decimal point.
    public static var exponential: OSLogFloatFormatting { .exponential(precision: 6) }
    /// With an exponent if that is shorter.
    public static var hybrid: OSLogFloatFormatting { OSLogFloatFormatting(style: .hybrid) }

    /// With `precision` digits after the decimal point.
    public static func fixed(precision: Int) -> OSLogFloatFormatting { OSLogFloatFormatting(style: .fixed(precision)) }
    /// With an exponent and `precision` digits after the decimal point.
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

/// Padding of a value with spaces.
public struct OSLogStringAlignment: Sendable {
    fileprivate var columns = 0
    fileprivate var isLeft = false

    /// No padding.
    public static var none: OSLogStringAlignment { OSLogStringAlignment() }
    /// Right-aligned in `columns` columns.
    public static func right(columns: Int) -> OSLogStringAlignment { OSLogStringAlignment(columns: columns) }
    /// Left-aligned in `columns` columns.
    public static func left(columns: Int) -> OSLogStringAlignment {
        OSLogStringAlignment(columns: columns, isLeft: true)
    }

    func aligned(_ text: String) -> String {
        let spaces = String(repeating: " ", count: max(0, min(columns, 1000) - text.count))
        return isLeft ? text + spaces : spaces + text
    }
}

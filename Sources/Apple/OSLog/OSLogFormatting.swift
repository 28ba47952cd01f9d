import Foundation

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

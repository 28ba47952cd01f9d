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

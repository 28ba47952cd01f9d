/// A number of a JSON text. Whole numbers are exact where `Int` has them, as not all of those above 2⁵³ are `Double`s.
package enum JSONNumber: Sendable {
    case integer(Int)
    case double(Double)

    /// The number, as near as `Double` comes to it.
    package var double: Double {
        switch self {
        case .integer(let value): Double(value)
        case .double(let value): value
        }
    }
}

extension JSONNumber: Equatable {
    /// Whether the numbers are the same, however they are written.
    package static func == (first: JSONNumber, second: JSONNumber) -> Bool {
        switch (Int(exactly: first), Int(exactly: second)) {
        case (let first?, let second?): first == second
        case (nil, nil): first.double == second.double
        default: false
        }
    }
}

extension JSONNumber: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
    /// A whole number.
    package init(integerLiteral value: Int) {
        self = .integer(value)
    }

    /// Any number.
    package init(floatLiteral value: Double) {
        self = .double(value)
    }
}

extension JSONNumber: CustomStringConvertible {
    /// The number as Swift writes it.
    package var description: String {
        switch self {
        case .integer(let value): "\(value)"
        case .double(let value): "\(value)"
        }
    }
}

extension Float {
    /// The number of a JSON text, as near as `Float` comes to it.
    package init(_ number: JSONNumber) {
        self.init(number.double)
    }
}

extension Int {
    /// The number of a JSON text; nil where it is no whole one, or none that `Int` has.
    package init?(exactly number: JSONNumber) {
        switch number {
        case .integer(let value): self = value
        case .double(let value): self.init(exactly: value)
        }
    }
}

import Foundation

/// The JSON form of a cell.
indirect enum JSONCell: Encodable {
    case null
    case boolean(Bool)
    case integer(Int)
    case double(Double)
    case string(String)
    case array([JSONCell])
    case object([String: JSONCell])
    /// A value that encodes itself.
    case other(any Encodable & Sendable)

    /// Creates the cell for an element; `dates` formats dates as text.
    init(_ value: Any?, dates: (Date) -> String = { $0.formatted(.iso8601) }) {
        switch value {
        case nil: self = .null
        case let value as Bool: self = .boolean(value)
        case let value as Int: self = .integer(value)
        case let value as any FixedWidthInteger: self = Int(exactly: value).map { .integer($0) } ?? .string("\(value)")
        case let value as Double: self = value.isFinite ? .double(value) : .null
        case let value as Float: self = value.isFinite ? .other(value) : .null
        case let value as String: self = .string(value)
        case let value as Date: self = .string(dates(value))
        case let value as URL: self = .string(value.isFileURL ? value.path : value.absoluteString)
        case let value as any TabularValue: self = .other(value.tabularJSON)
        case let value as [Any?]: self = .array(value.map { JSONCell($0, dates: dates) })
        case let value as [String: Any?]: self = .object(value.mapValues { JSONCell($0, dates: dates) })
        case let value?: self = .string(String(describing: value))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .boolean(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .double(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        case .other(let value): try container.encode(value)
        }
    }

    /// The cell as JSON text.
    var text: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        }
    }
}

/// A value that is written to files in a form other than its description.
///
/// Types in other modules of this package conform to it.
package protocol TabularValue {
    /// The value as one of JSON's types: numbers, strings, and arrays and dictionaries of them.
    var tabularJSON: any Encodable & Sendable { get }
}

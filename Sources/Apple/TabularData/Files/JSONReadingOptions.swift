import Foundation

/// A stand-in for how the text of a JSON file becomes a table.
public struct JSONReadingOptions {
    /// What reads dates, in the order in which they are asked; none by default.
    public var dateParsers: [(String) -> Date?] = []

    /// Makes the options of the original.
    public init() {}

    /// Reads dates with a strategy as well.
    public mutating func addDateParseStrategy<T: ParseStrategy>(
        _ strategy: T
    ) where T.ParseInput == String, T.ParseOutput == Date {
        dateParsers.append { try? strategy.parse($0) }
    }
}

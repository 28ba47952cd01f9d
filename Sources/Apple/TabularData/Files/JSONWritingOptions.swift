import Foundation

/// A stand-in for how a table becomes the text of a JSON file.
public struct JSONWritingOptions {
    /// Whether names must stand in alphabetical order; they always do here.
    public var sortKeys = false
    /// Whether there are line breaks and indents.
    public var prettyPrint = false
    /// What makes a text of a date; ISO 8601 by default.
    public var dateFormatter: (Date) -> String = { $0.formatted(.iso8601) }

    /// Makes the options of the original.
    public init() {}
}

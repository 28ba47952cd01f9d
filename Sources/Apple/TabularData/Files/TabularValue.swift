/// What stands in a cell of a table and is written to files in another form than its description.
///
/// Modules of this package make their types such values.
package protocol TabularValue {
    /// The value as one of the types of JSON: numbers, texts, arrays and dictionaries of them.
    var tabularJSON: any Encodable & Sendable { get }
}

/// A file that belongs to a model or tensor, in the archive appended to the network.
package struct AssociatedFile: Equatable, Sendable {
    package let name: String
    package let description: String?
    package let kind: Kind
    /// The language of the file, such as "de".
    package let locale: String?
    package let version: String?

    package enum Kind: UInt8, Sendable {
        case unknown, descriptions, axisLabels, valueLabels, scoreCalibration, vocabulary, nearestNeighbours
    }
}

/// A named buffer with data about the model.
package struct TFLiteMetadataEntry: Sendable {
    package let name: String
    package let bufferIndex: Int
}

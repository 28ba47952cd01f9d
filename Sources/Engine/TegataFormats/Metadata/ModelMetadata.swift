/// What a model says about itself: the flatbuffer in its `TFLITE_METADATA` buffer.
package struct ModelMetadata: Sendable {
    package let name: String?
    package let description: String?
    package let version: String?
    package let author: String?
    package let license: String?
    /// The oldest parser that understands everything here.
    package let minimumParserVersion: String?
    package let associatedFiles: [AssociatedFile]
    package let subgraphs: [SubgraphMetadata]
}

/// A named way to call a subgraph.
package struct TFLiteSignature: Sendable {
    package let key: String
    package let subgraphIndex: Int
    package let inputs: [TFLiteSignatureTensor]
    package let outputs: [TFLiteSignatureTensor]
}

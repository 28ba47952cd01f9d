/// What a signature calls a tensor.
package struct TFLiteSignatureTensor: Sendable {
    package let name: String
    package let tensorIndex: Int
}

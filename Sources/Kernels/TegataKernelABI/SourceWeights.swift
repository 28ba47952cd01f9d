/// Weights as they stand in a model file, in row-major order. Aligned like their element.
@frozen
package enum SourceWeights {
    case float(UnsafePointer<Float>)
    /// IEEE half precision.
    case half(UnsafePointer<UInt16>)
}

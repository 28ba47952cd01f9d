/// How integers stand for real numbers: real = scale · (integer − zero point).
package struct TFLiteQuantization: Sendable {
    package let scales: [Float]
    package let zeroPoints: [Int]
    /// Smallest and largest values seen, for information.
    package let minimums: [Float]
    package let maximums: [Float]
    /// The dimension that `scales` run over where there is more than one.
    package let dimension: Int
    /// 0 where scales and zero points say all; otherwise the schema's number of another scheme.
    package let detailsType: UInt8
}

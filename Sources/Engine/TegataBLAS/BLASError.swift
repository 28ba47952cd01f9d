/// Why OpenBLAS cannot be used.
public struct BLASError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What the system said.
    public var reason: String

    public var description: String {
        "OpenBLAS cannot be used: \(reason); install libopenblas0-pthread, or choose the simd backend"
    }
}

/// Why OpenBLAS cannot be used.
package struct BLASError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What the system said.
    package var reason: String

    package var description: String {
        "OpenBLAS cannot be used: \(reason); install libopenblas0-pthread, or choose the simd backend"
    }
}

/// What the kernels of a level compute with.
@frozen
package enum KernelElement: UInt8, Sendable {
    case float
    /// IEEE half precision.
    case half

    package var byteCount: Int { self == .float ? 4 : 2 }

    /// As names of kernels begin.
    var shortName: String { self == .float ? "f32" : "f16" }
}

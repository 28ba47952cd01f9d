import TegataBuffers
import TegataGraph

/// Where and by how many threads a step will be run.
struct BindingContext {
    /// The first byte of the session's arena, which outlives everything that is bound to it.
    let arena: UnsafeMutableRawPointer
    let threadCount: Int
}

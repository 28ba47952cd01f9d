import TegataFormats
import TegataGraph
import TegataKernelABI

/// An address inside the arena, which outlives the closures that hold it.
struct Address: @unchecked Sendable {
    let pointer: UnsafeMutableRawPointer

    init(_ pointer: UnsafeMutableRawPointer) {
        self.pointer = pointer
    }
}

import TegataBuffers
import TegataFormats

/// Elements that are known when the network is loaded.
///
/// float16 constants are not widened here: a float32 value may be backed by float16 elements, which ``TensorView``
/// widens when they are read and weight packing widens once.
package struct Constant: Sendable {
    private enum Storage: Sendable {
        case file(Bytes)
        case folded(AlignedBuffer)
    }

    private let storage: Storage
    /// How the elements are stored.
    package let element: ElementType

    /// Elements inside the file.
    init(_ bytes: Bytes, element: ElementType) {
        storage = .file(bytes)
        self.element = element
    }

    /// Elements computed while loading.
    package init(_ buffer: AlignedBuffer, element: ElementType) {
        storage = .folded(buffer)
        self.element = element
    }

    /// Says that the elements were read and will hardly be read again.
    package func releasePages() {
        if case .file(let bytes) = storage { bytes.releasePages() }
    }

    /// A view of the elements; the caller keeps the constant alive and never writes through the view.
    package func view(shape: Shape) -> TensorView {
        switch storage {
        case .file(let bytes):
            precondition(bytes.count >= shape.count * element.byteCount)
            guard let base = bytes.unsafeBaseAddress else { preconditionFailure("bytes have an address") }
            return TensorView(TensorType(shape, element), base: UnsafeMutableRawPointer(mutating: base))
        case .folded(let buffer):
            precondition(buffer.count >= shape.count * element.byteCount)
            return TensorView(TensorType(shape, element), base: buffer.base)
        }
    }
}

/// Immutable bytes at a fixed address: a mapped file or memory owned by this object.
///
/// Only this type and ``AlignedBuffer`` own raw memory; everything above them sees checked views.
public final class ByteStorage: @unchecked Sendable {
    @usableFromInline let bytes: UnsafeRawBufferPointer
    private let release: @Sendable (UnsafeRawBufferPointer) -> Void
    /// Lets the system take memory back whose bytes it can bring again; nil where it cannot.
    let giveBack: (@Sendable (UnsafeRawBufferPointer) -> Void)?

    /// Takes over `bytes`, which must stay valid and unchanged until `release` is called with them.
    init(
        adopting bytes: UnsafeRawBufferPointer,
        giveBack: (@Sendable (UnsafeRawBufferPointer) -> Void)? = nil,
        release: @escaping @Sendable (UnsafeRawBufferPointer) -> Void
    ) {
        self.bytes = bytes
        self.giveBack = giveBack
        self.release = release
    }

    deinit {
        release(bytes)
    }
}

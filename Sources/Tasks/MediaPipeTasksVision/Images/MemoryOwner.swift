/// Gives memory back when nobody uses it any more.
final class MemoryOwner: Sendable {
    private let release: @Sendable () -> Void

    init(_ release: @escaping @Sendable () -> Void) {
        self.release = release
    }

    deinit {
        release()
    }
}

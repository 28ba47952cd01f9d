import Foundation
@_exported import OSLog

/// A lock and the state that it protects; copies share the same lock.
///
/// A thread that holds the lock must not lock it again.
public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
    private final class Storage {
        let lock = NSLock()
        var state: State

        init(_ state: State) {
            self.state = state
        }
    }

    private let storage: Storage

    /// Creates a lock for state that need not be sendable; nothing else may refer to the state.
    public init(uncheckedState initialState: State) {
        storage = Storage(initialState)
    }

    /// Creates a lock for the given state.
    public init(initialState: State) where State: Sendable {
        self.init(uncheckedState: initialState)
    }

    /// Calls `body` with the state while this thread holds the lock.
    public func withLock<R: Sendable>(_ body: @Sendable (inout State) throws -> R) rethrows -> R {
        try withLockUnchecked(body)
    }

    /// Calls `body` with the state while this thread holds the lock. The compiler does not check what is passed in and
    /// out.
    public func withLockUnchecked<R>(_ body: (inout State) throws -> R) rethrows -> R {
        storage.lock.lock()
        defer { storage.lock.unlock() }
        return try body(&storage.state)
    }

    /// Calls `body` with the state if the lock is free; otherwise returns nil.
    public func withLockIfAvailable<R: Sendable>(_ body: @Sendable (inout State) throws -> R) rethrows -> R? {
        try withLockIfAvailableUnchecked(body)
    }

    /// Calls `body` with the state if the lock is free; otherwise returns nil. The compiler does not check what is
    /// passed in and out.
    public func withLockIfAvailableUnchecked<R>(_ body: (inout State) throws -> R) rethrows -> R? {
        guard storage.lock.try() else { return nil }
        defer { storage.lock.unlock() }
        return try body(&storage.state)
    }
}

extension OSAllocatedUnfairLock where State == Void {
    /// Creates a lock without state.
    public init() {
        self.init(uncheckedState: ())
    }

    /// Calls `body` while this thread holds the lock.
    public func withLock<R: Sendable>(_ body: @Sendable () throws -> R) rethrows -> R {
        try withLockUnchecked(body)
    }

    /// Calls `body` while this thread holds the lock. The compiler does not check what is passed in and out.
    public func withLockUnchecked<R>(_ body: () throws -> R) rethrows -> R {
        storage.lock.lock()
        defer { storage.lock.unlock() }
        return try body()
    }

    /// Calls `body` if the lock is free; otherwise returns nil.
    public func withLockIfAvailable<R: Sendable>(_ body: @Sendable () throws -> R) rethrows -> R? {
        try withLockIfAvailableUnchecked(body)
    }

    /// Calls `body` if the lock is free; otherwise returns nil. The compiler does not check what is passed in and out.
    public func withLockIfAvailableUnchecked<R>(_ body: () throws -> R) rethrows -> R? {
        guard storage.lock.try() else { return nil }
        defer { storage.lock.unlock() }
        return try body()
    }

    /// Waits for the lock and takes it. The same thread must unlock it.
    @available(*, noasync, message: "use withLock in asynchronous code")
    public func lock() {
        storage.lock.lock()
    }

    /// Takes the lock if it is free; returns whether it was.
    @available(*, noasync, message: "use withLockIfAvailable in asynchronous code")
    public func lockIfAvailable() -> Bool {
        storage.lock.try()
    }

    /// Releases the lock.
    @available(*, noasync, message: "use withLock in asynchronous code")
    public func unlock() {
        storage.lock.unlock()
    }
}

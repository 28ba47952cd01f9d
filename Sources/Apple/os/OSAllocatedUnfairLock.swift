import Foundation
@_exported import OSLog

/// A stand-in for a lock, with what it protects; copies are the same lock.
///
/// The thread that holds it must not lock it again.
public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
    private final class Storage {
        let lock = NSLock()
        var state: State

        init(_ state: State) {
            self.state = state
        }
    }

    private let storage: Storage

    /// A lock of a state that need not be sendable: nothing else may refer to it.
    public init(uncheckedState initialState: State) {
        storage = Storage(initialState)
    }

    /// A lock of a state.
    public init(initialState: State) where State: Sendable {
        self.init(uncheckedState: initialState)
    }

    /// Calls `body` with the state, while no other thread has it.
    public func withLock<R: Sendable>(_ body: @Sendable (inout State) throws -> R) rethrows -> R {
        try withLockUnchecked(body)
    }

    /// Calls `body` with the state, while no other thread has it; the compiler does not check what goes in and out.
    public func withLockUnchecked<R>(_ body: (inout State) throws -> R) rethrows -> R {
        storage.lock.lock()
        defer { storage.lock.unlock() }
        return try body(&storage.state)
    }

    /// Calls `body` with the state where no thread has it just now; nil where one has.
    public func withLockIfAvailable<R: Sendable>(_ body: @Sendable (inout State) throws -> R) rethrows -> R? {
        try withLockIfAvailableUnchecked(body)
    }

    /// Calls `body` with the state where no thread has it just now; nil where one has. The compiler does not check what
    /// goes in and out.
    public func withLockIfAvailableUnchecked<R>(_ body: (inout State) throws -> R) rethrows -> R? {
        guard storage.lock.try() else { return nil }
        defer { storage.lock.unlock() }
        return try body(&storage.state)
    }
}

extension OSAllocatedUnfairLock where State == Void {
    /// A lock without a state.
    public init() {
        self.init(uncheckedState: ())
    }

    /// Calls `body` while no other thread holds the lock.
    public func withLock<R: Sendable>(_ body: @Sendable () throws -> R) rethrows -> R {
        try withLockUnchecked(body)
    }

    /// Calls `body` while no other thread holds the lock; the compiler does not check what goes in and out.
    public func withLockUnchecked<R>(_ body: () throws -> R) rethrows -> R {
        storage.lock.lock()
        defer { storage.lock.unlock() }
        return try body()
    }

    /// Calls `body` where no thread holds the lock just now; nil where one does.
    public func withLockIfAvailable<R: Sendable>(_ body: @Sendable () throws -> R) rethrows -> R? {
        try withLockIfAvailableUnchecked(body)
    }

    /// Calls `body` where no thread holds the lock just now; nil where one does. The compiler does not check what goes
    /// in and out.
    public func withLockIfAvailableUnchecked<R>(_ body: () throws -> R) rethrows -> R? {
        guard storage.lock.try() else { return nil }
        defer { storage.lock.unlock() }
        return try body()
    }

    /// Waits until no other thread holds the lock, and holds it. The same thread has to unlock it.
    @available(*, noasync, message: "use withLock in asynchronous code")
    public func lock() {
        storage.lock.lock()
    }

    /// Holds the lock where no thread does; says whether it could.
    @available(*, noasync, message: "use withLockIfAvailable in asynchronous code")
    public func lockIfAvailable() -> Bool {
        storage.lock.try()
    }

    /// Lets the lock go.
    @available(*, noasync, message: "use withLock in asynchronous code")
    public func unlock() {
        storage.lock.unlock()
    }
}

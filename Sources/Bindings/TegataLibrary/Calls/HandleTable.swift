import TegataSystem

/// Objects that callers refer to by handles, which look like pointers.
///
/// A handle is never reused or dereferenced, so any value that callers pass yields an existing object or none. A call
/// keeps its object alive while using it, even if another call removes it in the meantime.
final class HandleTable<Object: AnyObject & Sendable>: Sendable {
    private struct State {
        var objects: [UInt: Object] = [:]
        var next: UInt
    }

    private let state: Lock<State>

    /// Creates a table; handles of different `kind`s, from 1 to 7, are never equal.
    init(kind: UInt) {
        state = .openInForks(State(next: HandleTable.step + kind))
    }

    private static var step: UInt { 8 }

    func insert(_ object: Object) -> OpaquePointer? {
        OpaquePointer(
            bitPattern: state.withLock { state in
                let handle = state.next
                state.next += Self.step
                state.objects[handle] = object
                return handle
            })
    }

    subscript(handle: OpaquePointer?) -> Object? {
        state.withLock { $0.objects[UInt(bitPattern: handle)] }
    }

    /// Removes and returns an object; nil if there is none. The caller should release it while no lock is held.
    func remove(_ handle: OpaquePointer?) -> Object? {
        state.withLock { $0.objects.removeValue(forKey: UInt(bitPattern: handle)) }
    }
}

/// The existing tasks and images.
enum Handles {
    static let pictures = HandleTable<Picture>(kind: 1)
    static let landmarkers = HandleTable<HandTask>(kind: 2)
    static let recognizers = HandleTable<HandTask>(kind: 3)
    static let trackers = HandleTable<Tracker>(kind: 4)
}

import TegataSystem

/// Objects that others know by numbers, which look like pointers.
///
/// A number is never used twice and never looked at as an address, so that whatever others pass, an object that is
/// there comes of it or none. Who has got an object keeps it while it is in use, though others may take it out
/// meanwhile.
final class HandleTable<Object: AnyObject & Sendable>: Sendable {
    private struct State {
        var objects: [UInt: Object] = [:]
        var next: UInt
    }

    private let state: Lock<State>

    /// Numbers of different `kinds`, from 1 to 7, are never the same.
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

    /// The object that was there. It is released by the caller, when no lock is held.
    func remove(_ handle: OpaquePointer?) -> Object? {
        state.withLock { $0.objects.removeValue(forKey: UInt(bitPattern: handle)) }
    }
}

/// The tasks and images that there are.
enum Handles {
    static let pictures = HandleTable<Picture>(kind: 1)
    static let landmarkers = HandleTable<HandTask>(kind: 2)
    static let recognizers = HandleTable<HandTask>(kind: 3)
    static let trackers = HandleTable<Tracker>(kind: 4)
}

import Foundation

/// A stand-in for what runs closures sometime somewhere.
public protocol Scheduler {
    /// How a closure is run; there is one way here.
    associatedtype SchedulerOptions

    /// Runs the closure soon.
    func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void)
}

extension Scheduler {
    /// Runs the closure soon.
    public func schedule(_ action: @escaping () -> Void) {
        schedule(options: nil, action)
    }
}

extension DispatchQueue: Scheduler {
    /// There are none here.
    public typealias SchedulerOptions = Never

    /// Runs the closure on the queue.
    public func schedule(options: Never?, _ action: @escaping () -> Void) {
        let action = Unchecked(value: action)
        async { action.value() }
    }
}

extension OperationQueue: Scheduler {
    /// There are none here.
    public typealias SchedulerOptions = Never

    /// Runs the closure as an operation of the queue.
    public func schedule(options: Never?, _ action: @escaping () -> Void) {
        let action = Unchecked(value: action)
        addOperation { action.value() }
    }
}

extension RunLoop: Scheduler {
    /// There are none here.
    public typealias SchedulerOptions = Never

    /// Runs the closure when the loop comes round in its default mode. The main loop is woken for it; another one that
    /// sleeps looks when something else wakes it, as Foundation has no way to wake it on Linux.
    public func schedule(options: Never?, _ action: @escaping () -> Void) {
        let action = Unchecked(value: action)
        if self === RunLoop.main {
            // What is on the main queue the main loop runs, and is woken by.
            DispatchQueue.main.async { action.value() }
        } else {
            perform(inModes: [.default]) { action.value() }
        }
    }
}

import Foundation

/// An object that runs closures.
public protocol Scheduler {
    /// Options for running a closure; the schedulers of this module have none.
    associatedtype SchedulerOptions

    /// Runs the closure as soon as possible.
    func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void)
}

extension Scheduler {
    /// Runs the closure as soon as possible.
    public func schedule(_ action: @escaping () -> Void) {
        schedule(options: nil, action)
    }
}

extension DispatchQueue: Scheduler {
    /// This scheduler has no options.
    public typealias SchedulerOptions = Never

    /// Runs the closure on the queue.
    public func schedule(options: Never?, _ action: @escaping () -> Void) {
        let action = Unchecked(value: action)
        async { action.value() }
    }
}

extension OperationQueue: Scheduler {
    /// This scheduler has no options.
    public typealias SchedulerOptions = Never

    /// Runs the closure as an operation of the queue.
    public func schedule(options: Never?, _ action: @escaping () -> Void) {
        let action = Unchecked(value: action)
        addOperation { action.value() }
    }
}

extension RunLoop: Scheduler {
    /// This scheduler has no options.
    public typealias SchedulerOptions = Never

    /// Runs the closure in the next pass of the loop in its default mode. The main loop is woken for it. Any other
    /// sleeping loop runs it only when something else wakes the loop, because Foundation cannot do so on Linux.
    public func schedule(options: Never?, _ action: @escaping () -> Void) {
        let action = Unchecked(value: action)
        if self === RunLoop.main {
            // The main loop runs the blocks of the main queue and is woken by them.
            DispatchQueue.main.async { action.value() }
        } else {
            perform(inModes: [.default]) { action.value() }
        }
    }
}

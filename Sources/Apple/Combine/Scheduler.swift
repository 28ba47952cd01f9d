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

    /// Runs the closure when the loop comes round in its default mode.
    public func schedule(options: Never?, _ action: @escaping () -> Void) {
        let action = Unchecked(value: action)
        // A timer wakes the loop, which waits otherwise. Timers of the same time keep no order, and closures do.
        perform(inModes: [.default]) { action.value() }
        add(Timer(timeInterval: 0, repeats: false) { _ in }, forMode: .default)
    }
}

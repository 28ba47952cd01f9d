/// What a task computes with.
public enum Delegate: UInt, Sendable {
    case CPU = 0
    /// Does not exist here: a task with it cannot be made.
    case GPU = 1

    public static let cpu = Delegate.CPU
    public static let gpu = Delegate.GPU
}

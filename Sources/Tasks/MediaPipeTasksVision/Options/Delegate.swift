/// What a task computes with.
public enum Delegate: UInt, Sendable {
    /// The processor, with the kernels that fit it.
    case CPU = 0
    /// Does not exist here: the processor computes, or a task cannot be made, as ``BaseOptions/requiresDelegate`` says.
    case GPU = 1

    /// Another name of ``CPU``.
    public static let cpu = Delegate.CPU
    /// Another name of ``GPU``.
    public static let gpu = Delegate.GPU
}

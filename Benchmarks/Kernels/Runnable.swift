import TegataBuffers
import TegataKernelABI

/// What the measuring loop needs of a layer that is ready to run.
protocol Runnable {
    /// The kernels that it uses.
    var kernelNames: String { get }
    func run()
    /// The largest error against a slow evaluation of some outputs, relative to the size of the sums.
    func worstError() -> Double
}

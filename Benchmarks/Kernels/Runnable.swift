import TegataBuffers
import TegataKernelABI

/// A layer that is ready to run in the measuring loop.
protocol Runnable {
    /// The kernels that it uses.
    var kernelNames: String { get }
    func run()
    /// The largest error against a slow evaluation of some outputs, relative to the size of the sums.
    func worstError() -> Double
}

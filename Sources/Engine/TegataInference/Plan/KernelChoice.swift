import TegataBLAS
import TegataKernelABI
import TegataKernelSelection

/// The kernels on which a network runs. This is a class, because lists of kernels are large and a plan's builder has
/// all of them.
final class KernelChoice: Sendable {
    /// The float32 kernels.
    let kernels: KernelSet
    /// The float16 kernels, if there are float16 values.
    let float16Kernels: KernelSet?
    /// The 8-bit kernels, if 1×1 convolutions compute with bytes.
    let int8Kernels: Int8KernelSet?
    /// Whether only convolutions whose weights the file stores as bytes compute with bytes.
    let usesFileBytesOnly: Bool
    let backend: MatrixBackend

    /// Chooses kernels for a network whose file may store weights as bytes.
    init(_ options: NetworkOptions, hasByteWeights: Bool) throws(NetworkError) {
        usesFileBytesOnly = hasByteWeights
        let int8Kernels: Int8KernelSet?
        do {
            kernels = try kernelSet(named: options.level)
            float16Kernels = options.precision == .half ? try float16KernelSet() : nil
            int8Kernels = options.precision == .int8 ? try int8KernelSet() : nil
        } catch { throw .kernels(error) }
        if options.precision != .single {
            guard options.backend != .blas else { throw .precisionWithOpenBLAS }
            backend = .kernels
        } else {
            do { backend = try MatrixBackend(options.backend, level: kernels.level) } catch { throw .blas(error) }
        }
        // Weights that the file stores as bytes stay bytes on processors that can multiply them, and no others become
        // bytes.
        let keepsBytes =
            hasByteWeights && options.precision == .single && options.usesByteWeights && backend.usesOwnKernels
        self.int8Kernels = keepsBytes ? try? int8KernelSet() : int8Kernels
    }
}

import TegataBLAS
import TegataKernelABI
import TegataKernelSelection

/// The kernels that a network runs on. A class, because lists of kernels are large, and a plan's builder has them all.
final class KernelChoice: Sendable {
    /// The kernels for float32.
    let kernels: KernelSet
    /// The kernels for float16, if there are float16 values.
    let float16Kernels: KernelSet?
    /// The 8-bit kernels, if 1×1 convolutions compute with bytes.
    let int8Kernels: Int8KernelSet?
    /// Whether only those convolutions compute with bytes whose weights the file has as bytes.
    let usesFileBytesOnly: Bool
    let backend: MatrixBackend

    /// Chooses kernels for a network, whose file may have weights as bytes.
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
        // Weights that the file has as bytes stay bytes on processors that multiply them, and no others become bytes.
        let keepsBytes =
            hasByteWeights && options.precision == .single && options.usesByteWeights && backend.usesOwnKernels
        self.int8Kernels = keepsBytes ? try? int8KernelSet() : int8Kernels
    }
}

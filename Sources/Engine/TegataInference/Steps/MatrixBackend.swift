import TegataBLAS
import TegataBuffers
import TegataGraph
import TegataKernelABI
import TegataKernelSelection

/// Who multiplies matrices.
enum MatrixBackend: Sendable {
    /// Our own kernels.
    case kernels
    case blas(BLASLibrary)

    /// What an option stands for with the kernels of a level.
    init(_ option: NetworkOptions.Backend, level: String) throws(BLASError) {
        switch option {
        case .simd: self = .kernels
        case .blas: self = .blas(try BLASLibrary())
        case .automatic:
            self = .kernels
            // Our kernels are faster on every level, also beside those of OpenBLAS for older processors. But OpenBLAS has
            // kernels for processors for which we have none, and if ours leave the processor's fused multiply-add unused,
            // OpenBLAS is faster.
            let isFasterElsewhere = kernelLevels().contains { $0.name == level && $0.leavesFusedMultiplyAddUnused }
            if isFasterElsewhere, let library = try? BLASLibrary() { self = .blas(library) }
        }
    }

    var usesOwnKernels: Bool {
        if case .kernels = self { return true }
        return false
    }
}

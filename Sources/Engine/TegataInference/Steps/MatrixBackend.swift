import TegataBLAS
import TegataBuffers
import TegataGraph
import TegataKernelABI
import TegataKernelSelection

/// The library that multiplies matrices.
enum MatrixBackend: Sendable {
    /// Tegata's own kernels.
    case kernels
    case blas(BLASLibrary)

    /// Resolves an option for a level's kernels.
    init(_ option: NetworkOptions.Backend, level: String) throws(BLASError) {
        switch option {
        case .simd: self = .kernels
        case .blas: self = .blas(try BLASLibrary())
        case .automatic:
            self = .kernels
            // Tegata's kernels are faster at every level, even compared with OpenBLAS's kernels for older processors.
            // However, OpenBLAS supports processors for which Tegata has no kernels. If Tegata's kernels leave the
            // processor's fused multiply-add unused, OpenBLAS is faster.
            let isFasterElsewhere = kernelLevels().contains { $0.name == level && $0.leavesFusedMultiplyAddUnused }
            if isFasterElsewhere, let library = try? BLASLibrary() { self = .blas(library) }
        }
    }

    var usesOwnKernels: Bool {
        if case .kernels = self { return true }
        return false
    }
}

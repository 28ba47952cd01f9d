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
            // Our kernels are faster on every level, also beside those of OpenBLAS for older processors; but where ours
            // leave the processor's fused multiply-add unused, OpenBLAS still uses it.
            if Self.leavesFusedMultiplyAddUnused(level), let library = try? BLASLibrary() { self = .blas(library) }
        }
    }

    private static func leavesFusedMultiplyAddUnused(_ name: String) -> Bool {
        let levels = kernelLevels()
        return levels.contains { $0.name == name && !$0.isFused } && levels.contains { $0.isSupported && $0.isFused }
    }

    var usesOwnKernels: Bool {
        if case .kernels = self { return true }
        return false
    }
}

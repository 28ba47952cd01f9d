import TegataBLAS
import TegataBuffers
import TegataGraph
import TegataKernelSelection

/// The reason why a network cannot be loaded. Large cases are indirect, because error variables take up stack space
/// while networks are loaded.
package enum NetworkError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The network uses an unsupported feature or is inconsistent.
    indirect case graph(GraphError)
    /// The requested kernels are not available.
    case kernels(KernelSelectionError)
    /// OpenBLAS cannot be used.
    case blas(BLASError)
    /// OpenBLAS can multiply neither float16 nor bytes.
    case precisionWithOpenBLAS
    /// There is no rewrite with that name.
    case unknownPass(String)

    package var description: String {
        switch self {
        case .graph(let error): error.description
        case .kernels(let error): error.description
        case .blas(let error): error.description
        case .precisionWithOpenBLAS:
            "OpenBLAS can only compute in single precision; use Tegata's own kernels or single precision"
        case .unknownPass(let name): "there is no pass \"\(name)\"; choose from \(Network.passNames)"
        }
    }
}

extension TegataError {
    /// Converts the error to the form that users see.
    package init(_ error: NetworkError) {
        switch error {
        case .graph(let error): self.init(error)
        case .kernels(let error): self.init(error)
        case .blas: self.init(.unavailable, description: error.description)
        case .unknownPass, .precisionWithOpenBLAS: self.init(.invalidArgument, description: error.description)
        }
    }

    /// Converts the error to the form that users see.
    package init(_ error: KernelSelectionError) {
        self.init(.unavailable, description: error.description)
    }
}

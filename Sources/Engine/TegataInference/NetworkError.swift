import TegataBLAS
import TegataBuffers
import TegataFormats
import TegataGraph
import TegataKernelSelection

/// Why a network cannot be loaded.
public enum NetworkError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The bytes are no network.
    case format(ModelFormatError)
    /// The network uses something that is not supported, or contradicts itself.
    case graph(GraphError)
    /// The kernels that were asked for are not there.
    case kernels(KernelSelectionError)
    /// OpenBLAS cannot be used.
    case blas(BLASError)
    /// There is no rewrite of that name.
    case unknownPass(String)

    public var description: String {
        switch self {
        case .format(let error): error.description
        case .graph(let error): error.description
        case .kernels(let error): error.description
        case .blas(let error): error.description
        case .unknownPass(let name): "there is no pass \"\(name)\"; choose from \(Network.passNames)"
        }
    }
}

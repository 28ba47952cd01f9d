import TegataBLAS
import TegataBuffers
import TegataFormats
import TegataGraph
import TegataKernelSelection

/// Why a network cannot be loaded.
public enum NetworkError: Error, Equatable, Sendable, CustomStringConvertible {
    case file(FileError)
    case format(ModelFormatError)
    case graph(GraphError)
    case kernels(KernelSelectionError)
    case blas(BLASError)
    case unknownPass(String)

    public var description: String {
        switch self {
        case .file(let error): error.description
        case .format(let error): error.description
        case .graph(let error): error.description
        case .kernels(let error): error.description
        case .blas(let error): error.description
        case .unknownPass(let name): "there is no pass \"\(name)\"; choose from \(Network.passNames)"
        }
    }
}

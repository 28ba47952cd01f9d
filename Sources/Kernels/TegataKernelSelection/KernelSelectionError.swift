/// Why no kernels were selected. The description is for users: it names the level asked for and the ones that would
/// work.
package enum KernelSelectionError: Error, Equatable, Sendable, CustomStringConvertible {
    case unknown(level: String, supported: [String])
    case unsupported(level: String, supported: [String])
    /// No level of float16 runs here.
    case noFloat16

    package var description: String {
        switch self {
        case .unknown(let level, let supported):
            "there is no CPU level named '\(level)'; this machine has \(list(supported))"
        case .unsupported(let level, let supported):
            "this CPU cannot run the level '\(level)'; it has \(list(supported))"
        case .noFloat16:
            "this CPU has no arithmetic for half precision; use single precision"
        }
    }

    private func list(_ names: [String]) -> String {
        var text = ""
        for (index, name) in names.enumerated() {
            text += index == 0 ? name : index + 1 == names.count ? " and " + name : ", " + name
        }
        return text
    }
}

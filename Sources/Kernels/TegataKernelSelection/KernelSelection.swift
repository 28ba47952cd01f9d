import CTegataShims
import TegataKernelABI

/// The kernels of the level with that name; without one, of the level in the environment variable `TEGATA_ISA`; without
/// that, of the best level this machine has. The name `baseline` works on every machine.
package func kernelSet(named name: String? = nil) throws(KernelSelectionError) -> KernelSet {
    let levels = kernelLevels()
    let least = levels[levels.count - 1]
    var supported: [String] = []
    for level in levels where level.isSupported { supported.append(level.name) }
    guard let wanted = name ?? levelNameFromEnvironment() else {
        for level in levels where level.isSupported { return level.makeSet() }
        return least.makeSet()
    }
    if wanted == "baseline" { return least.makeSet() }
    for level in levels where level.name == wanted {
        guard level.isSupported else { throw .unsupported(level: wanted, supported: supported) }
        return level.makeSet()
    }
    throw .unknown(level: wanted, supported: supported)
}

/// The kernels of the best level of float16 that this machine has. No name and no environment chooses one: who computes
/// with float16 asks for it.
package func float16KernelSet() throws(KernelSelectionError) -> KernelSet {
    for level in kernelLevels(of: .float16) where level.isSupported { return level.makeSet() }
    throw .noFloat16
}

private func levelNameFromEnvironment() -> String? {
    #if hasFeature(Embedded)
        return nil
    #else
        guard let value = tegata_environment("TEGATA_ISA") else { return nil }
        let name = String(cString: value)
        return name.isEmpty ? nil : name
    #endif
}

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

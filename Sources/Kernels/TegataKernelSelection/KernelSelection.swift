import CTegataShims
import TegataKernelABI

/// Returns the kernels of the level called `name`. If no name is given, the environment variable `TEGATA_ISA` selects
/// the level; if that is not set either, the best level for this machine is used. The name `baseline` works on every
/// machine.
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

/// Returns the kernels of the best float16 level for this machine. No name or environment variable selects such a
/// level; callers that compute with float16 request it.
package func float16KernelSet() throws(KernelSelectionError) -> KernelSet {
    for level in kernelLevels(of: .float16) where level.isSupported { return level.makeSet() }
    throw .noFloat16
}

/// Returns the best 8-bit kernels for this machine.
package func int8KernelSet() throws(KernelSelectionError) -> Int8KernelSet {
    for level in kernelLevels(of: .int8) where level.isSupported { return level.makeInt8Set() }
    throw .noInt8
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

/// The reason why no kernels were selected. The description is meant for users: it names the requested level and the
/// levels that would work.
package enum KernelSelectionError: Error, Equatable, Sendable, CustomStringConvertible {
    case unknown(level: String, supported: [String])
    case unsupported(level: String, supported: [String])
    /// This machine has no float16 level.
    case noFloat16
    /// This machine has no 8-bit level.
    case noInt8

    package var description: String {
        switch self {
        case .unknown(let level, let supported):
            "there is no CPU level named '\(level)'; this machine has \(list(supported))"
        case .unsupported(let level, let supported):
            "this CPU cannot run the level '\(level)'; it has \(list(supported))"
        case .noFloat16:
            "this CPU does not support half-precision arithmetic; use single precision"
        case .noInt8:
            "this CPU does not support 8-bit products; use single precision"
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

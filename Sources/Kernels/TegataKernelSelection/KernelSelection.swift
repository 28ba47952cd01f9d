import CTegataShims
import TegataKernelABI
import TegataKernelsBaseline

#if arch(x86_64)
    import TegataKernelsAVX2
    import TegataKernelsAVX512
#endif

/// A CPU level: its name, whether this machine can run it, and its kernels, which must not be touched where it cannot.
package struct KernelLevel: Sendable {
    package let name: String
    package let isSupported: Bool
    package let makeSet: @Sendable () -> KernelSet
}

/// Why no kernels were selected. The description is for users: it names the level asked for and the ones that would
/// work.
public enum KernelSelectionError: Error, Equatable, Sendable, CustomStringConvertible {
    case unknown(level: String, supported: [String])
    case unsupported(level: String, supported: [String])

    public var description: String {
        switch self {
        case .unknown(let level, let supported):
            "there is no CPU level named '\(level)'; this machine has \(list(supported))"
        case .unsupported(let level, let supported):
            "this CPU cannot run the level '\(level)'; it has \(list(supported))"
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

/// The levels this program was built with, best first.
package func kernelLevels() -> [KernelLevel] {
    #if arch(x86_64)
        // x86-64 psABI levels: the compiler may use every instruction of the level that it was told to compile for.
        let level = tegata_x86_level()
        return [
            KernelLevel(name: "avx512", isSupported: level >= 4) { KernelsAVX512.set },
            KernelLevel(name: "avx2", isSupported: level >= 3) { KernelsAVX2.set },
            KernelLevel(name: "baseline", isSupported: true) { KernelsBaseline.set },
        ]
    #elseif arch(arm64)
        return [KernelLevel(name: "neon", isSupported: true) { KernelsBaseline.set }]
    #else
        return [KernelLevel(name: "baseline", isSupported: true) { KernelsBaseline.set }]
    #endif
}

/// The kernels of the level with that name; without one, of the level in the environment variable `TEGATA_ISA`; without
/// that, of the best level this machine has. The name `baseline` works on every machine.
package func kernelSet(named name: String? = nil) throws(KernelSelectionError) -> KernelSet {
    let levels = kernelLevels()
    var supported: [String] = []
    for level in levels where level.isSupported { supported.append(level.name) }
    guard let wanted = name ?? levelNameFromEnvironment() else {
        for level in levels where level.isSupported { return level.makeSet() }
        return KernelsBaseline.set
    }
    if wanted == "baseline" { return KernelsBaseline.set }
    for level in levels where level.name == wanted {
        guard level.isSupported else { throw .unsupported(level: wanted, supported: supported) }
        return level.makeSet()
    }
    throw .unknown(level: wanted, supported: supported)
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

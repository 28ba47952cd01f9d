import CTegataLevels
import CTegataShims
import TegataKernelABI
import TegataKernelsAVX2
import TegataKernelsAVX512
import TegataKernelsBaseline

/// A CPU level that this program was built with: what `levels.def` says about it, whether this machine can run it, and
/// its kernels, which must not be touched where it cannot.
package struct KernelLevel: Sendable {
    package let name: String
    /// The target with its kernels.
    package let module: String
    /// The architecture that has it; `generic` where it is the least level of several.
    package let architecture: String
    /// Floats in the widest vector.
    package let lanes: Int
    /// Whether there is a fused multiply-add.
    package let isFused: Bool
    /// The level of the x86-64 psABI that a processor must have: the compiler may use every instruction of the level
    /// that it was told to compile for.
    package let x86Level: Int
    /// The emulated processor that has exactly this level, if there is one.
    package let processor: String?
    package let isSupported: Bool
    package let makeSet: @Sendable () -> KernelSet

    /// The level of a line of `levels.def`; nil behind the last.
    init?(line index: Int32) {
        let line = tegata_level_line(index)
        guard let name = line.name else { return nil }
        self.name = String(cString: name)
        module = String(cString: line.module)
        architecture = String(cString: line.architecture)
        lanes = Int(line.lanes)
        isFused = line.fused != 0
        x86Level = Int(line.x86)
        let processor = String(cString: line.processor)
        self.processor = processor.isEmpty ? nil : processor
        #if arch(x86_64)
            isSupported = tegata_x86_level() >= line.x86
        #else
            isSupported = true
        #endif
        let level = line.level
        makeSet = { kernels(of: level) }
    }
}

/// The one place where levels are linked to their kernels.
private func kernels(of level: tegata_level) -> KernelSet {
    switch level {
    #if arch(x86_64)
        case .avx512: KernelsAVX512.set
        case .avx2: KernelsAVX2.set
    #endif
    #if arch(arm64)
        case .neon: KernelsBaseline.set
    #else
        case .baseline: KernelsBaseline.set
    #endif
    }
}

/// The levels this program was built with, best first.
package func kernelLevels() -> [KernelLevel] {
    var levels: [KernelLevel] = []
    while let level = KernelLevel(line: Int32(levels.count)) { levels.append(level) }
    levels.reverse()
    return levels
}

/// The names of all levels, also of those that other architectures have, worse ones before better ones.
package func allKernelLevelNames() -> [String] {
    var names: [String] = []
    while let name = tegata_level_name(Int32(names.count)) { names.append(String(cString: name)) }
    return names
}

import CTegataLevels
import CTegataShims
import TegataKernelABI
import TegataKernelsAVX2
import TegataKernelsAVX512
import TegataKernelsAVX512Float16
import TegataKernelsBaseline
import TegataKernelsNEONFloat16

/// A CPU level that this program was built with: what `levels.def` says about it, whether this machine can run it, and
/// its kernels, which must not be touched where it cannot.
package struct KernelLevel: Sendable {
    package let name: String
    /// The target with its kernels.
    package let module: String
    /// The architecture that has it; `generic` where it is the least level of several.
    package let architecture: String
    /// The type of its kernels' inputs.
    package let element: KernelElement
    /// Elements in the widest vector.
    package let lanes: Int
    /// Whether there is a fused multiply-add.
    package let isFused: Bool
    /// The level of the x86-64 psABI that a processor must have: the compiler may use every instruction of the level
    /// that it was told to compile for.
    package let x86Level: Int
    /// The emulated processor that has exactly this level, if there is one.
    package let processor: String?
    package let isSupported: Bool
    /// Whether this processor has a fused multiply-add and the kernels do not use it.
    package var leavesFusedMultiplyAddUnused: Bool { !isFused && tegata_has_fused_multiply_add() != 0 }
    package let makeSet: @Sendable () -> KernelSet

    /// The level of a line of `levels.def`.
    init(_ line: tegata_level_line) {
        name = String(cString: line.name)
        element = KernelElement(line.element)
        module = String(cString: line.module)
        architecture = String(cString: line.architecture)
        lanes = Int(line.lanes)
        isFused = line.fused != 0
        x86Level = Int(line.x86)
        let processor = String(cString: line.processor)
        self.processor = processor.isEmpty ? nil : processor
        #if arch(x86_64)
            let hasInstructions = tegata_x86_level() >= line.x86
        #else
            let hasInstructions = true
        #endif
        isSupported = hasInstructions && (element == .float32 || tegata_has_float16_arithmetic() != 0)
        let level = line.level
        makeSet = { kernels(of: level) }
    }
}

extension KernelElement {
    fileprivate init(_ element: tegata_level_element) {
        switch element {
        case .float32: self = .float32
        case .float16: self = .float16
        }
    }
}

/// The one place where levels are linked to their kernels.
private func kernels(of level: tegata_level) -> KernelSet {
    switch level {
    #if arch(x86_64)
        case .avx512Float16: KernelsAVX512Float16.set(warp: KernelsAVX512.set().warp)
        case .avx512: KernelsAVX512.set()
        case .avx2: KernelsAVX2.set()
    #endif
    #if arch(arm64)
        case .neonFloat16: KernelsNEONFloat16.set(warp: KernelsBaseline.set().warp)
        case .neon: KernelsBaseline.set()
    #else
        case .baseline: KernelsBaseline.set()
    #endif
    }
}

/// The levels this program was built with that compute with the element, best first. On many architectures none
/// computes with float16.
package func kernelLevels(of element: KernelElement = .float32) -> [KernelLevel] {
    var levels: [KernelLevel] = []
    var index: Int32 = 0
    while true {
        let line = tegata_level_line(index)
        guard line.name != nil else { break }
        if KernelElement(line.element) == element { levels.append(KernelLevel(line)) }
        index += 1
    }
    levels.reverse()
    return levels
}

/// The names of all levels that users choose by name, also of those that other architectures have, worse ones before
/// better ones.
package func allKernelLevelNames() -> [String] {
    var names: [String] = []
    var index: Int32 = 0
    while let name = tegata_level_name(index) {
        let name = String(cString: name)
        if names.last != name { names.append(name) }
        index += 1
    }
    return names
}

import CTegataLevels
import CTegataShims
import TegataKernelABI
import TegataKernelsAVX2
import TegataKernelsAVX512
import TegataKernelsAVX512Float16
import TegataKernelsBaseline
import TegataKernelsNEONFloat16

/// A CPU level that this program was built with: its entry in `levels.def`, whether this machine can run it, and its
/// kernels. If the machine cannot run it, its kernels must not be accessed.
package struct KernelLevel: Sendable {
    package let name: String
    /// The name of the target with its kernels.
    package let module: String
    /// The architecture of the level; `generic` if it is the lowest level of several architectures.
    package let architecture: String
    /// The type of its kernels' inputs.
    package let element: KernelElement
    /// The number of elements in the widest vector.
    package let lanes: Int
    /// Whether the level has a fused multiply-add.
    package let isFused: Bool
    /// The level of the x86-64 psABI that a processor must have, because the compiler may use every instruction of the
    /// level that it compiles for.
    package let x86Level: Int
    /// The emulated processor that has exactly this level; nil if there is none.
    package let processor: String?
    package let isSupported: Bool
    /// Whether this processor has a fused multiply-add that the kernels do not use.
    package var leavesFusedMultiplyAddUnused: Bool { !isFused && tegata_has_fused_multiply_add() != 0 }
    package let makeSet: @Sendable () -> KernelSet

    /// Creates the level of a line of `levels.def`.
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

/// Returns the kernels of a level. This is the only place that links levels to kernels.
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

/// Returns the levels that this program was built with and that compute with `element`, best first. On many
/// architectures, no level computes with float16.
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

/// Returns the names of all levels that users choose by name, including those of other architectures, slower ones
/// first.
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

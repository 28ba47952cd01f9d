import CTegataLevels
import CTegataShims
import TegataKernelABI
import TegataKernelsAVX2
import TegataKernelsAVX2Int8
import TegataKernelsAVX512
import TegataKernelsAVX512Float16
import TegataKernelsAVX512Int8
import TegataKernelsBaseline
import TegataKernelsNEONDotProduct
import TegataKernelsNEONFloat16
import TegataKernelsNEONInt8
import TegataKernelsRelaxed

/// A CPU level included in this program: its entry in `levels.def`, whether this machine can run it, and its kernels.
/// If the machine cannot run it, its kernels must not be accessed.
package struct KernelLevel: Sendable {
    package let name: String
    /// The name of the target that contains its kernels.
    package let module: String
    /// The level's architecture; `generic` if it is the lowest level of several architectures.
    package let architecture: String
    package let element: Element
    /// The number of elements in the widest vector.
    package let lanes: Int
    /// Whether the level has a fused multiply-add.
    package let isFused: Bool
    /// The x86-64 psABI level that a processor must support, because the compiler may use every instruction of the
    /// level for which it compiles.
    package let x86Level: Int
    /// The emulated processor that has exactly this level; nil if there is none.
    package let processor: String?
    package let isSupported: Bool
    /// Whether this processor has a fused multiply-add that the kernels do not use.
    package var leavesFusedMultiplyAddUnused: Bool { !isFused && tegata_has_fused_multiply_add() != 0 }
    private let kernels: LinkedKernels

    /// The type of elements that a level multiplies.
    package enum Element: Sendable {
        case float32, float16
        /// Bytes; the level has kernels for matrix products only.
        case int8
    }

    fileprivate init(_ line: tegata_level_line) {
        element =
            switch line.element {
            case .float32: .float32
            case .float16: .float16
            case .int8: .int8
            }
        name = String(cString: line.name)
        module = String(cString: line.module)
        architecture = String(cString: line.architecture)
        lanes = Int(line.lanes)
        isFused = line.fused != 0
        #if arch(x86_64)
            x86Level = Int(line.grade)
        #else
            x86Level = 1
        #endif
        let processor = String(cString: line.processor)
        self.processor = processor.isEmpty ? nil : processor
        #if arch(x86_64)
            let hasInstructions = tegata_x86_level() >= line.grade
        #elseif arch(wasm32)
            let hasInstructions = !isFused || tegata_has_relaxed_level() != 0
        #else
            let hasInstructions = true
        #endif
        isSupported =
            switch element {
            case .float32: hasInstructions
            case .float16: hasInstructions && tegata_has_float16_arithmetic() != 0
            case .int8: tegata_has_byte_products(line.lanes, line.grade) != 0
            }
        kernels = linkedKernels(of: line.level)
    }

    /// Returns the kernels of a float level.
    package func makeSet() -> KernelSet {
        guard case .all(let makeSet) = kernels else { preconditionFailure("levels of bytes have products only") }
        return makeSet()
    }

    /// Returns the kernels of a byte level.
    package func makeInt8Set() -> Int8KernelSet {
        guard case .products(let makeSet) = kernels else { preconditionFailure("levels of floats multiply no bytes") }
        return makeSet()
    }
}

/// A level's kernels, which may be accessed only if the machine supports them.
private enum LinkedKernels {
    case all(@Sendable () -> KernelSet)
    case products(@Sendable () -> Int8KernelSet)
}

/// Returns a level's kernels. This is the only place that links levels to kernels.
private func linkedKernels(of level: tegata_level) -> LinkedKernels {
    switch level {
    #if arch(x86_64)
        case .avx2Int8: .products { KernelsAVX2Int8.set() }
        case .avx512Int8: .products { KernelsAVX512Int8.set() }
        case .avx512Float16: .all { KernelsAVX512Float16.set(warp: KernelsAVX512.set().warp) }
        case .avx512: .all { KernelsAVX512.set() }
        case .avx2: .all { KernelsAVX2.set() }
    #endif
    #if arch(arm64)
        case .dotprodInt8: .products { KernelsNEONDotProduct.set() }
        case .neonInt8: .products { KernelsNEONInt8.set() }
        case .neonFloat16: .all { KernelsNEONFloat16.set(warp: KernelsBaseline.set().warp) }
        case .neon: .all { KernelsBaseline.set() }
    #elseif arch(wasm32)
        case .relaxed: .all { KernelsRelaxed.set() }
        case .simd128: .all { KernelsBaseline.set() }
    #else
        case .baseline: .all { KernelsBaseline.set() }
    #endif
    }
}

/// The levels that are included in this program, best first. They are determined once, because a virtual machine traps
/// every question about the processor.
private let includedLevels: [KernelLevel] = {
    var levels: [KernelLevel] = []
    var index: Int32 = 0
    while true {
        let line = tegata_level_line(index)
        guard line.name != nil else { break }
        levels.append(KernelLevel(line))
        index += 1
    }
    levels.reverse()
    return levels
}()

/// Returns the levels that are included in this program and multiply `element`, best first. On many architectures, no
/// level supports float16 or bytes.
package func kernelLevels(of element: KernelLevel.Element = .float32) -> [KernelLevel] {
    includedLevels.filter { $0.element == element }
}

/// Returns the names of all levels that users can choose by name, including other architectures' levels, slower ones
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

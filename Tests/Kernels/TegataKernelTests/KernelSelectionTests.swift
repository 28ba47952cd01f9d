import KernelChecks
import TegataKernelABI
import TegataKernelSelection
import TegataSystem
import Testing

/// Serialised, because the environment is shared by the whole process.
@Suite(.serialized) struct KernelSelectionTests {
    /// The results show that the forced level runs. Only levels with fused multiply-add keep the digits that a
    /// separately rounded product loses, and each level has its own panel and vector widths.
    @Test(arguments: kernelLevels().filter(\.isSupported))
    func runsTheForcedLevel(level: KernelLevel) throws {
        let set = try kernelSet(named: level.name)
        #expect(set.level == level.name)
        #expect(set.lanes == level.lanes)
        #expect(set.gemm.allSatisfy { $0.name.hasSuffix("-\(level.name)") })
        #expect(set.depthwise.allSatisfy { $0.name.hasSuffix("-\(level.name)") })
        #expect(set.gemm.map(\.width) == set.gemm.map(\.width).sorted(by: >))
        for kernel in set.gemm {
            #expect(product(of: kernel) == (level.isFused ? -0x1p-46 : 0), "\(kernel.name)")
        }
    }

    /// (1 + 2⁻²³) · (1 - 2⁻²³) - 1
    private func product(of kernel: GemmKernel) -> Float {
        let a = Rows<Float>(1, 1) { _, _ in 1 + 0x1p-23 }
        let panel = Rows<Float>(1, kernel.width) { _, _ in 1 - 0x1p-23 }
        let bias = Rows<Float>(1, kernel.width) { _, _ in -1 }
        let c = Rows<Float>(1, kernel.width)
        var arguments = GemmArguments(
            a: a.base, aRowStride: 1, segments: 1, segmentLength: 1, segmentStride: 1, panel: panel.base,
            bias: bias.base, slopes: nil, residual: nil, residualRowStride: 0, c: c.base, cRowStride: kernel.width,
            rows: 1, columns: kernel.width, activation: Activation.none.rawValue, low: 0, high: 0)
        kernel.run(&arguments)
        return c[0, kernel.width - 1]
    }

    @Test func listsTheLevelsOfEveryArchitecture() throws {
        let names = allKernelLevelNames()
        #expect(names.contains("baseline") && names.contains("avx2") && names.contains("neon"))
        let levels = kernelLevels()
        #expect(levels.map(\.name) == names.reversed().filter { name in levels.contains { $0.name == name } })
        #expect(try #require(levels.last).isSupported)
        #if arch(x86_64)
            let level = try #require(levels.first { $0.name == "avx2" })
            #expect(level.module == "TegataKernelsAVX2" && level.architecture == "x86_64")
            #expect(level.lanes == 8 && level.isFused && level.x86Level == 3 && level.processor == "Haswell")
            #expect(!levels.contains { $0.name == "neon" })
        #endif
    }

    @Test func reportsUnusedFusedMultiplyAddOnlyForUnfusedLevels() throws {
        let levels = kernelLevels()
        #expect(levels.allSatisfy { !($0.isFused && $0.leavesFusedMultiplyAddUnused) })
        // Every processor that runs a fused level has fused multiply-add.
        if levels.contains(where: { $0.isFused && $0.isSupported }), let unfused = levels.first(where: { !$0.isFused })
        {
            #expect(unfused.leavesFusedMultiplyAddUnused)
        }
    }

    // Tests that read the environment run in separate processes, because other tests select kernels at the same time.

    @Test func defaultsToTheBestSupportedLevel() async {
        await #expect(processExitsWith: .success) { try KernelSelectionTests().checkDefault() }
    }

    private func checkDefault() throws {
        unsetenv("TEGATA_ISA")
        #expect(try kernelSet().level == kernelLevels().first { $0.isSupported }?.name)
    }

    @Test func usesTheLevelOfTheEnvironment() async {
        await #expect(processExitsWith: .success) { try KernelSelectionTests().checkForcedLevels() }
    }

    private func checkForcedLevels() throws {
        for level in kernelLevels() where level.isSupported {
            setenv("TEGATA_ISA", level.name, 1)
            #expect(try kernelSet().level == level.name)
        }
        setenv("TEGATA_ISA", "", 1)
        #expect(try kernelSet().level == kernelLevels().first { $0.isSupported }?.name)
        setenv("TEGATA_ISA", "nonsense", 1)
        #expect(throws: KernelSelectionError.self) { try kernelSet() }
        // A name set by the program takes precedence over the environment.
        #expect(try kernelSet(named: "baseline").lanes == 4)
    }

    @Test func listsValidNamesForUnknownOnes() {
        let supported = kernelLevels().filter(\.isSupported).map(\.name)
        #expect(throws: KernelSelectionError.unknown(level: "sse9", supported: supported)) {
            try kernelSet(named: "sse9")
        }
        #expect(
            KernelSelectionError.unknown(level: "sse9", supported: ["avx512", "avx2", "baseline"]).description
                == "there is no CPU level named 'sse9'; this machine has avx512, avx2 and baseline")
        #expect(
            KernelSelectionError.unsupported(level: "avx512", supported: ["baseline"]).description
                == "this CPU cannot run the level 'avx512'; it has baseline")
    }

    @Test func rejectsUnsupportedLevels() {
        let levels = kernelLevels()
        let supported = levels.filter(\.isSupported).map(\.name)
        for level in levels where !level.isSupported {
            #expect(throws: KernelSelectionError.unsupported(level: level.name, supported: supported)) {
                try kernelSet(named: level.name)
            }
        }
    }

    @Test func supportsBaselineEverywhere() throws {
        #expect(try kernelSet(named: "baseline").lanes == 4)
    }
}

import Float16KernelChecks
import TegataKernelABI
import TegataKernelSelection
import Testing

@Suite struct Float16Tests {
    static let levels = kernelLevels(of: .float16)
    static let supported = levels.filter(\.isSupported)

    @Test(
        .enabled(if: !supported.isEmpty, "needs a processor with arithmetic of float16"),
        arguments: supported.map(\.name))
    func kernelsAgreeWithNaiveEvaluation(name: String) throws {
        let level = try #require(Self.supported.first { $0.name == name })
        var checks = Float16KernelChecks(level.makeSet())
        checks.run()
        #expect(checks.failures.isEmpty, "\(checks.failures.count) failures, first: \(checks.failures.first ?? "")")
        #expect(checks.comparisons > 100_000)
    }

    @Test func selectsTheBestFloat16Level() throws {
        guard let best = Self.supported.first else {
            #expect(throws: KernelSelectionError.noFloat16) { try float16KernelSet() }
            return
        }
        let set = try float16KernelSet()
        #expect(set.level == best.name && set.lanes == best.lanes)
        #expect(set.elements.input == .float16 && set.narrow != nil)
        #expect(set.gemm.allSatisfy { $0.name.hasPrefix("f16-gemm-") })
    }

    /// Float16 levels cannot be chosen by name or environment.
    @Test func excludesFloat16LevelsFromSelection() {
        #expect(kernelLevels().allSatisfy { $0.element == .float32 && $0.makeSet().elements.input == .float32 })
        for level in Self.levels {
            #expect(level.name.hasSuffix("-half") && level.element == .float16)
            #expect(!allKernelLevelNames().contains(level.name))
            #expect(throws: KernelSelectionError.self) { try kernelSet(named: level.name) }
        }
    }

    @Test func suggestsSinglePrecisionInErrors() {
        #expect(
            KernelSelectionError.noFloat16.description
                == "this CPU has no arithmetic for half precision; use single precision")
    }
}

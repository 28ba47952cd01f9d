import HalfKernelChecks
import TegataKernelABI
import TegataKernelSelection
import Testing

@Suite struct HalfTests {
    static let levels = kernelLevels(of: .half)
    static let supported = levels.filter(\.isSupported)

    @Test(
        .enabled(if: !supported.isEmpty, "needs a processor with arithmetic of halves"),
        arguments: supported.map(\.name))
    func kernelsAgreeWithNaiveEvaluation(name: String) throws {
        let level = try #require(Self.supported.first { $0.name == name })
        var checks = HalfKernelChecks(level.makeSet())
        checks.run()
        #expect(checks.failures.isEmpty, "\(checks.failures.count) failures, first: \(checks.failures.first ?? "")")
        #expect(checks.comparisons > 100_000)
    }

    @Test func bestLevelIsForWhoAsks() throws {
        guard let best = Self.supported.first else {
            #expect(throws: KernelSelectionError.noHalves) { try halfKernelSet() }
            return
        }
        let set = try halfKernelSet()
        #expect(set.level == best.name && set.lanes == best.lanes)
        #expect(set.element == .half && set.narrow != nil)
        #expect(set.gemm.allSatisfy { $0.name.hasPrefix("f16-gemm-") })
    }

    /// Neither a name nor an environment chooses one.
    @Test func levelsAreNoneOfThoseThatAreChosen() {
        #expect(kernelLevels().allSatisfy { $0.element == .float && $0.makeSet().element == .float })
        for level in Self.levels {
            #expect(level.name.hasSuffix("-half") && level.element == .half)
            #expect(!allKernelLevelNames().contains(level.name))
            #expect(throws: KernelSelectionError.self) { try kernelSet(named: level.name) }
        }
    }

    @Test func errorSaysWhatToUse() {
        #expect(
            KernelSelectionError.noHalves.description
                == "this CPU has no arithmetic for half precision; use single precision")
    }
}

import KernelChecks
import TegataKernelABI
import TegataKernelSelection
import Testing

/// The kernel sets that this machine can run; every test walks all of them.
let supportedSets: [KernelSet] = kernelLevels().filter(\.isSupported).map { $0.makeSet() }

@Suite struct KernelTests {
    private static let float16Levels = kernelLevels(of: .float16)
    private static let float16Sets = float16Levels.filter(\.isSupported).map { $0.makeSet() }

    @Test(arguments: supportedSets.map(\.level), KernelCheck.allCases)
    func kernelsAgreeWithNaiveEvaluation(level: String, check: KernelCheck) throws {
        compare(try #require(supportedSets.first { $0.level == level }), check)
    }

    @Test(
        .enabled(if: !float16Sets.isEmpty, "needs a processor with arithmetic of float16"),
        arguments: float16Sets.map(\.level), KernelCheck.allCases)
    func float16KernelsAgreeWithNaiveEvaluation(level: String, check: KernelCheck) throws {
        compare(try #require(Self.float16Sets.first { $0.level == level }), check)
    }

    private func compare(_ set: KernelSet, _ check: KernelCheck) {
        let findings = check.run(on: set)
        let failures = findings.failures
        #expect(failures.isEmpty, "\(failures.count) failures, first: \(failures.first ?? "")")
        #expect(findings.comparisons > 100)
    }

    @Test func spreadsPanelsEvenlyWithTheNarrowestLast() throws {
        for set in supportedSets {
            for columns in 1...300 {
                let widths = set.gemmKernels(columns: columns).map(\.width)
                let excess = widths.reduce(-columns, +)
                #expect(excess >= 0 && excess < widths[widths.count - 1])
                #expect(widths.min() == widths.last)
                // Depthwise convolutions start at the beginning of a panel.
                #expect(widths.dropLast().allSatisfy { $0 % set.lanes == 0 })
                let half = widths.prefix(widths.count / 2).reduce(0, +)
                #expect(abs(2 * half - columns) <= 2 * (widths.max() ?? 0))
            }
            #expect(set.gemmKernels(columns: 0).isEmpty)
        }
    }

    @Test func choosesTheBestFloat16LevelOnRequest() throws {
        guard let best = Self.float16Levels.first(where: \.isSupported) else {
            #expect(throws: KernelSelectionError.noFloat16) { try float16KernelSet() }
            return
        }
        let set = try float16KernelSet()
        #expect(set.level == best.name && set.lanes == best.lanes)
        #expect(set.elements.input == .float16 && set.narrow != nil)
        #expect(set.gemm.allSatisfy { $0.name.hasPrefix("f16-gemm-") })
    }

    /// Neither a name nor the environment selects one.
    @Test func choosesNoFloat16LevelByDefault() {
        #expect(kernelLevels().allSatisfy { $0.element == .float32 && $0.makeSet().elements.input == .float32 })
        for level in Self.float16Levels {
            #expect(level.name.hasSuffix("-half") && level.element == .float16)
            #expect(!allKernelLevelNames().contains(level.name))
            #expect(throws: KernelSelectionError.self) { try kernelSet(named: level.name) }
        }
    }

    @Test func namesAnAlternativeWithoutFloat16() {
        #expect(
            KernelSelectionError.noFloat16.description
                == "this CPU does not support half-precision arithmetic; use single precision")
    }
}

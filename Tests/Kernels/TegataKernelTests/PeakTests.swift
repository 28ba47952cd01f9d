import KernelChecks
import TegataKernelABI
import Testing

@Suite struct PeakTests {
    /// The loop executes the multiply-adds that the speed measurement counts. These numbers need no rounding.
    @Test(arguments: supportedSets.map(\.level), [0, 1, 3])
    func computesEveryChain(level: String, rounds: Int) throws {
        let set = try #require(supportedSets.first { $0.level == level })
        let count = PeakArguments.chainCount * set.lanes
        let vectors = Rows<Float>(1, count + 2 * set.lanes) { _, index in
            index < count ? Float(index) : index < count + set.lanes ? 0.5 : 2
        }
        var arguments = PeakArguments(vectors: vectors.base, rounds: rounds)
        set.peak(&arguments)
        for index in 0..<count {
            #expect(vectors[0, index] == (0..<rounds).reduce(Float(index)) { value, _ in 2 + value * 0.5 })
        }
        #expect(vectors.isIntact)
    }
}

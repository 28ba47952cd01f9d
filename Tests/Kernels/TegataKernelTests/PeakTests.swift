import TegataKernelABI
import Testing

@Suite struct PeakTests {
    /// The loop executes the multiply-adds that the speed measurement counts. These numbers need no rounding.
    @Test(arguments: supportedSets.map(\.level), [0, 1, 3])
    func computesEveryChain(level: String, rounds: Int) throws {
        let set = try #require(supportedSets.first { $0.level == level })
        let count = PeakArguments.chainCount * set.lanes
        let start = (0..<count).map { Float($0) }
        var vectors = start + [Float](repeating: 0.5, count: set.lanes) + [Float](repeating: 2, count: set.lanes)
        vectors.append(poison)
        vectors.withUnsafeMutableBufferPointer { vectors in
            var arguments = PeakArguments(vectors: vectors.baseAddress!, rounds: rounds)
            set.peak(&arguments)
        }
        let expected = start.map { start in (0..<rounds).reduce(start) { value, _ in 2 + value * 0.5 } }
        #expect(Array(vectors[..<count]) == expected)
        #expect(vectors[count + 2 * set.lanes].bitPattern == poison.bitPattern)
    }
}

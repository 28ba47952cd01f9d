import NetworkGrammar
import Testing

/// Networks generated from seeds, on every supported CPU level. `Fuzz/networks` runs many more.
@Suite struct RandomNetworkTests {
    @Test func operatorsAgreeWithTheNaiveEvaluation() throws {
        for seed in 1...150 as ClosedRange<UInt64> {
            try compare(
                seed, operatorCount: 1, hasViews: seed.isMultiple(of: 2), bound: NetworkComparison.boundOfOperators)
        }
    }

    @Test(arguments: [false, true]) func networksAgreeWithTheNaiveEvaluation(hasViews: Bool) throws {
        for seed in 1...60 as ClosedRange<UInt64> {
            try compare(
                seed, operatorCount: 2 + Int(seed % 9), hasViews: hasViews, bound: NetworkComparison.bound)
        }
    }

    @Test func networksWithMovementsAgreeWithTheNaiveEvaluation() throws {
        for seed in 1...60 as ClosedRange<UInt64> {
            try compare(
                seed, operatorCount: 2 + Int(seed % 9), hasMovements: true, bound: NetworkComparison.bound)
        }
    }

    /// Regressions: whole windows inside a border, a border only on the right and below before a 1×1 convolution, an
    /// image that a block removed although it was also read in another shape, row sums that depended on the vector
    /// width, and a convolution over its own residual.
    @Test(arguments: [
        (1_000_002_180, 5), (1_000_000_253, 4), (1_000_002_336, 8), (1_000_001_957, 7), (1_000_000_808, 10),
        (1_000_000_052, 1), (1_000_000_289, 1), (1_000_022_222, 4), (1_000_044_715, 6), (1_000_005_845, 7),
        (1_000_048_814, 10),
    ])
    func agreesOnNetworksThatFailedBefore(seed: Int, operatorCount: Int) throws {
        try compare(UInt64(seed), operatorCount: operatorCount, bound: NetworkComparison.bound)
    }

    /// Regressions: joined steps that read the elements between them as different images, a border before a matrix
    /// product over the whole image, and a result in the memory of an image with fewer channels that was added to it.
    @Test(arguments: [
        (3_000_000_279, 5), (3_000_001_577, 7), (3_000_001_747, 6), (3_000_002_477, 7), (3_000_002_603, 7),
        (3_000_002_827, 6), (3_000_003_469, 9), (3_000_003_645, 5),
    ])
    func agreesOnNetworksWithViewsThatFailedBefore(seed: Int, operatorCount: Int) throws {
        try compare(UInt64(seed), operatorCount: operatorCount, hasViews: true, bound: NetworkComparison.bound)
    }

    /// Outputs that are small because their terms cancel.
    @Test(arguments: [
        (1_000_102_705, 1, false), (1_000_259_161, 1, false), (1_000_862_347, 1, false), (1_000_880_477, 1, false),
        (1_000_070_077, 6, false), (1_000_097_213, 7, true),
    ])
    func measuresSmallOutputsByTheirTerms(seed: Int, operatorCount: Int, hasViews: Bool) throws {
        let bound = operatorCount == 1 ? NetworkComparison.boundOfOperators : NetworkComparison.bound
        try compare(UInt64(seed), operatorCount: operatorCount, hasViews: hasViews, bound: bound)
    }

    /// Sums of eighth powers of inputs that activations clamp to 6 and to 1, near a change of sign.
    @Test func toleratesOutputsThatRoundingMoves() throws {
        let choices =
            [7, 7, 64, 8, 1, 0, 111, 61] + [UInt8](repeating: 82, count: 25) + [0, 82, 82] + Array("f32-gemm-6x".utf8)
            + [206] + Array("6-avx2RRR".utf8) + [UInt8](repeating: 255, count: 6) + [3, 183] + Array("8-av7".utf8) + [0]
            + Array("x512".utf8) + [0, 0, 0, 200, 61, 133, 18, 112, 10, 61, 133, 18, 112, 229, 30]
        let seed = choices.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        let network = RandomNetwork(choices: choices, operatorLimit: 8)
        let comparison = try NetworkComparison(network, bound: NetworkComparison.bound, seed: seed)
        #expect(comparison.worstError <= NetworkComparison.bound && comparison.countByTerms == 1)
        #expect(comparison.unequalLevels == [])
    }

    /// The 256th power of inputs. One result is 2.8e-40 in the naive evaluation, and zero on processors that flush
    /// denormals.
    @Test func acceptsZeroForDenormalOutputs() throws {
        let choices =
            [7, 7, 0] + [UInt8](repeating: 82, count: 11) + [86] + [UInt8](repeating: 82, count: 42)
            + [0, 127, 1, 0, 0, 0, 0, 0, 0, 120, 34, 204, 84] + [UInt8](repeating: 82, count: 19)
            + [0, 127, 1, 0, 0, 0, 0, 0, 0, 120, 34, 204, 84, 86]
        let network = RandomNetwork(choices: choices, operatorLimit: 8)
        let comparison = try NetworkComparison(network, bound: NetworkComparison.bound, seed: 0xF2B8_8D8B_2FBE_C8B5)
        #expect(comparison.worstError <= NetworkComparison.bound)
        #expect(comparison.unequalLevels == [])
    }

    private func compare(
        _ seed: UInt64, operatorCount: Int, hasViews: Bool = false, hasMovements: Bool = false, bound: Float
    ) throws {
        let network = RandomNetwork(
            seed: seed, operatorCount: operatorCount, hasViews: hasViews, hasMovements: hasMovements)
        let comparison = try NetworkComparison(network, bound: bound, seed: seed)
        #expect(comparison.worstError <= bound, "seed \(seed)")
        #expect(comparison.unequalLevels == [], "seed \(seed)")
    }
}

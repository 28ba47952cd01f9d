/// A random number generator that depends only on its seed: SplitMix64.
package struct SeededGenerator: RandomNumberGenerator, Sendable, Equatable {
    private var state: UInt64

    /// Creates a generator for `seed`; different `stream`s of the same seed are independent.
    package init(seed: UInt64, stream: UInt64 = 0) {
        state = seed
        let mixed = next() ^ (stream &* 0xD134_2543_DE82_EF95)
        state = mixed
        state = next()
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    /// Returns a random number in 0..<1.
    package mutating func unit() -> Float { Float(next() >> 40) * 0x1p-24 }

    /// Returns a uniformly distributed number between the bounds.
    package mutating func uniform(_ low: Float, _ high: Float) -> Float { low + (high - low) * unit() }

    /// Returns an approximately normally distributed number with mean 0 and standard deviation 1, never beyond 4.3.
    package mutating func bell() -> Float {
        var sum: Float = 0
        for _ in 0..<6 { sum += unit() }
        return (sum - 3) * 1.4142135
    }

    /// Returns a random number in 0..<count.
    package mutating func index(below count: Int) -> Int { Int(next() % UInt64(max(count, 1))) }

    /// Returns the numbers in 0..<count in random order.
    package mutating func permutation(_ count: Int) -> [Int] {
        var order = Array(0..<count)
        for last in stride(from: count - 1, to: 0, by: -1) { order.swapAt(last, index(below: last + 1)) }
        return order
    }
}

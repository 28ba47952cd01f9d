/// A seeded generator with good statistics and one line of state, so that every random test can be repeated.
package struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    package init(seed: UInt64) {
        state = seed
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Returns a float in −1 ..< 1.
    package mutating func float() -> Float {
        Float(Int64(bitPattern: next()) >> 40) * 0x1p-23
    }

    /// Returns `count` floats in −1 ..< 1.
    package mutating func floats(_ count: Int) -> [Float] {
        (0..<count).map { _ in float() }
    }

    /// Returns an integer in 0 ..< `bound`.
    package mutating func below(_ bound: Int) -> Int {
        Int(next() % UInt64(bound))
    }
}

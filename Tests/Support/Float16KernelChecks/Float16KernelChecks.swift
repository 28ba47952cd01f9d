import TegataKernelABI

#if !hasFeature(Embedded)
    import TegataTestSupport
#endif

/// Half the spacing of float16 numbers at 1: the largest relative error of one rounding.
let roundoff = 0x1p-11

extension SplitMix64 {
    mutating func float16() -> Float16 { Float16(float()) }
}

/// Compares the float16 kernels of a level with naive evaluation. It uses no test library, so that it also runs on
/// systems without one.
package struct Float16KernelChecks {
    let set: KernelSet
    /// The failures found, one sentence each.
    package private(set) var failures: [String] = []
    /// The number of results compared.
    package private(set) var comparisons = 0

    package init(_ set: KernelSet) {
        self.set = set
    }

    package mutating func run() {
        for kernel in set.gemm {
            checkSums(kernel)
            checkLongChains(kernel)
            checkTiles(kernel)
        }
        checkWidths()
        for kernel in set.depthwise { checkDepthwise(kernel) }
        checkPool()
        checkResize()
        checkReduce()
        checkBinary()
        checkUnary()
        checkSoftmax()
        checkPacking()
        checkConversions()
    }

    mutating func expect(_ condition: Bool, _ message: @autoclosure () -> String) {
        comparisons += 1
        if !condition { failures.append(message()) }
    }

    mutating func expect(
        _ found: Float16, _ expected: Double, within tolerance: Double, _ place: @autoclosure () -> String
    ) {
        // A result cannot be more accurate than the least subnormal number.
        let isNear = abs(Double(found) - expected) <= max(tolerance, 0x1p-24)
        expect(isNear, "\(place()): bits \(found.bitPattern) instead of \(Int(expected * 1e6)) millionths")
    }
}

/// Returns the value after the activation of an argument struct, in double precision.
func activate(_ value: Double, _ activation: Activation, low: Float, high: Float, slope: Float16) -> Double {
    switch activation {
    case .none: value
    case .clamp: min(max(value, Double(low)), Double(high))
    case .prelu: value < 0 ? value * Double(slope) : value
    }
}

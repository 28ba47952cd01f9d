import TegataKernelABI

#if !hasFeature(Embedded)
    import TegataTestSupport
#endif

/// One number of the spacing of float16 at 1: the relative error of one rounding.
let roundoff = 0x1p-11

extension SplitMix64 {
    mutating func float16() -> Float16 { Float16(float()) }
}

/// Compares the kernels of a level of float16 with naive evaluation. It takes no test library, so that it also runs
/// where there is none.
package struct Float16KernelChecks {
    let set: KernelSet
    /// What is wrong, one sentence each; empty at the end.
    package private(set) var failures: [String] = []
    /// How many results were compared.
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
        // The least subnormal number is the finest that a result can be.
        let isNear = abs(Double(found) - expected) <= max(tolerance, 0x1p-24)
        expect(isNear, "\(place()): bits \(found.bitPattern) instead of \(Int(expected * 1e6)) millionths")
    }
}

/// The activation of an argument struct, in double precision.
func activate(_ value: Double, _ activation: Activation, low: Float, high: Float, slope: Float16) -> Double {
    switch activation {
    case .none: value
    case .clamp: min(max(value, Double(low)), Double(high))
    case .prelu: value < 0 ? value * Double(slope) : value
    }
}

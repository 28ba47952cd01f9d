import TegataKernelABI

#if !hasFeature(Embedded)
    import TegataTestSupport
#endif

/// The comparisons of a level's kernels with naive evaluation. They take no test library, so that they also run where
/// there is none.
package enum KernelCheck: Sendable, CaseIterable {
    case products, tiles, depthwise, depthwiseRows, pool, resize, reduce, binary, unary, softmax, packing, conversions

    /// Compares the kernels of a set. The elements of the set choose the types, because only here are the naive loops
    /// compiled for each.
    package func run(on set: KernelSet) -> KernelFindings {
        switch set.elements.input {
        case .float32: run(KernelComparison<Float>(set))
        case .float16: run(KernelComparison<Float16>(set))
        }
    }

    private func run<Element>(_ checks: KernelComparison<Element>) -> KernelFindings {
        var checks = checks
        switch self {
        case .products: checks.checkProducts()
        case .tiles: checks.checkTiles()
        case .depthwise: checks.checkDepthwise()
        case .depthwiseRows: checks.checkDepthwiseRows()
        case .pool: checks.checkPool()
        case .resize: checks.checkResize()
        case .reduce: checks.checkReduce()
        case .binary: checks.checkBinary()
        case .unary: checks.checkUnary()
        case .softmax: checks.checkSoftmax()
        case .packing: checks.checkPacking()
        case .conversions: checks.checkConversions()
        }
        return checks.findings
    }
}

/// What comparing kernels with naive evaluation found.
package struct KernelFindings {
    /// What is wrong, one sentence each.
    package private(set) var failures: [String] = []
    /// The number of results that were compared.
    package private(set) var comparisons = 0

    mutating func expect(_ condition: Bool, _ message: @autoclosure () -> String) {
        comparisons += 1
        if !condition { failures.append(message()) }
    }
}

/// Compares the kernels of a set, whose elements are all of one type.
struct KernelComparison<Element: CheckedElement> {
    let set: KernelSet
    private(set) var findings = KernelFindings()

    init(_ set: KernelSet) {
        self.set = set
    }

    mutating func expect(_ condition: Bool, _ message: @autoclosure () -> String) {
        findings.expect(condition, message())
    }

    mutating func expect(
        _ found: Element, _ expected: Double, within tolerance: Double, _ place: @autoclosure () -> String
    ) {
        // The least subnormal number is the finest that a result can be.
        let finest = tolerance > 0 ? Element.leastNonzeroMagnitude.double : 0
        let isNear = abs(found.double - expected) <= max(tolerance, finest)
        expect(isNear, "\(place()): bits \(found.bitPattern) instead of \(millionths(expected)) millionths")
    }
}

/// A number for messages: Embedded Swift writes integers only.
private func millionths(_ value: Double) -> Int { abs(value) < 1e12 ? Int(value * 1e6) : .max }

/// Returns the activation of an argument struct, in double precision.
func activate(_ value: Double, _ activation: Activation, low: Float, high: Float, slope: Double) -> Double {
    switch activation {
    case .none: value
    case .clamp: min(max(value, Double(low)), Double(high))
    case .prelu: value < 0 ? value * slope : value
    }
}

let activations: [Activation] = [.none, .clamp, .prelu]

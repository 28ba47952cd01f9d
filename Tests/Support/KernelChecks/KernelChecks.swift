import TegataKernelABI

#if !hasFeature(Embedded)
    import TegataTestSupport
#endif

/// Comparisons of a level's kernels with naive evaluation. They do not need a test library, so that they also run where
/// there is none.
package enum KernelCheck: Sendable, CaseIterable {
    case products, tiles, depthwise, depthwiseRows, pool, resize, reduce, binary, unary, softmax, packing, conversions

    /// Compares the kernels of a set. The set's elements determine the types here, because only here are the naive
    /// loops compiled for each type.
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

/// The findings of comparing kernels with naive evaluation.
package struct KernelFindings {
    /// What is wrong, as one sentence each.
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
        // Results cannot be finer than the smallest subnormal number.
        let finest = tolerance > 0 ? Element.leastNonzeroMagnitude.double : 0
        let isNear = abs(found.double - expected) <= max(tolerance, finest)
        expect(isNear, "\(place()): bits \(found.bitPattern) instead of \(millionths(expected)) millionths")
    }
}

/// A number for messages, because Embedded Swift can print only integers.
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

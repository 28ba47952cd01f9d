import TegataKernelABI

#if !hasFeature(Embedded)
    import TegataTestSupport
#endif

/// An element type that kernels compute with, and how far their results may differ from the exact ones.
package protocol CheckedElement: FloatingPoint {
    associatedtype BitPattern: FixedWidthInteger & UnsignedInteger
    init(bitPattern: BitPattern)
    var bitPattern: BitPattern { get }
    init(_ value: Float)
    var double: Double { get }

    /// NaN with a distinctive payload, which no kernel may read into a result or overwrite.
    static var poison: Self { get }
    /// Half the spacing between numbers at 1: the relative error of one rounding.
    static var roundoff: Double { get }
    /// Returns how many times a sum of products in segments may be rounded.
    static func roundings(products: Int, segments: Int) -> Double
    /// Returns how many times a sum of a depthwise convolution's products may be rounded.
    static func roundings(taps: Int) -> Double
    /// Returns how far a sum or mean of `count` numbers may be from its exact value, given the sum of their magnitudes.
    static func tolerance(ofReduction value: Double, count: Int, magnitudes: Double) -> Double
    /// Returns how far a function's result may be from its exact value.
    static func tolerance(of function: UnaryFunction, _ value: Double) -> Double
    /// Returns how far a softmax of `count` numbers of a given magnitude may be from its exact value.
    static func tolerance(ofSoftmax value: Double, count: Int, magnitude: Float) -> Double
}

extension CheckedElement {
    /// Numbers at which elementwise functions change their behaviour.
    static var special: [Self] {
        let numbers: [Float] = [
            0, 0.599, 0.6, 1, 2.998, 2.999, 3, 6, 9, 20, 87, 88.8, 103.9, 1e-20, .greatestFiniteMagnitude,
        ]
        let limits: [Self] = [.infinity, .greatestFiniteMagnitude, .leastNormalMagnitude, .leastNonzeroMagnitude]
        let magnitudes = numbers.map { Self($0) } + limits
        let nans = [nan.bitPattern, nan.bitPattern | 1, nan.bitPattern | 0xff, .max].map { Self(bitPattern: $0) }
        return magnitudes + magnitudes.map { -$0 } + nans
    }

    /// Whether both are equal, or both are NaN.
    func isSame(as other: Self) -> Bool { self == other || (isNaN && other.isNaN) }
}

extension Float: CheckedElement {
    package var double: Double { Double(self) }
    package static var poison: Float { Float(bitPattern: 0x7fc0_dead) }
    package static var roundoff: Double { 0x1p-24 }

    // Without fused multiply-adds, each product and each addition rounds once.
    package static func roundings(products: Int, segments: Int) -> Double { Double(products + 3) * 2 }
    package static func roundings(taps: Int) -> Double { Double(taps + 2) * 2 }

    package static func tolerance(ofReduction value: Double, count: Int, magnitudes: Double) -> Double {
        Double(count + 1) * roundoff * magnitudes
    }

    package static func tolerance(of function: UnaryFunction, _ value: Double) -> Double {
        switch function {
        case .copy, .relu, .relu6, .hardSwish: 0
        // Two units in the last place, or an error that is negligible compared to 1.
        case .tanh, .logistic: max(4 * roundoff * abs(value), 1e-37)
        }
    }

    package static func tolerance(ofSoftmax value: Double, count: Int, magnitude: Float) -> Double {
        // The exponent is rounded once, an error that is multiplied by its size; then come a sum and a division.
        max((Double(2 * magnitude) + Double(count) + 4) * roundoff * value, 1e-37)
    }
}

extension Float16: CheckedElement {
    package var double: Double { Double(self) }
    package static var poison: Float16 { Float16(bitPattern: 0x7ead) }
    package static var roundoff: Double { 0x1p-11 }

    // Short chains of products, and the sum of their sums.
    package static func roundings(products: Int, segments: Int) -> Double {
        32 + Double(products) / 32 + Double(segments) + 2
    }
    package static func roundings(taps: Int) -> Double { Double(taps + 2) }

    // These are computed in floats and rounded once: the float's own error can at most change that rounding.

    package static func tolerance(ofReduction value: Double, count: Int, magnitudes: Double) -> Double {
        1.1 * roundoff * max(abs(value), 1e-2)
    }

    package static func tolerance(of function: UnaryFunction, _ value: Double) -> Double {
        switch function {
        case .copy, .relu, .relu6: 0
        case .hardSwish, .tanh, .logistic: max(1.01 * roundoff * abs(value), 0x1p-24.nextDown)
        }
    }

    package static func tolerance(ofSoftmax value: Double, count: Int, magnitude: Float) -> Double {
        3 * roundoff * value + 0x1p-24
    }
}

extension SplitMix64 {
    /// Returns a number in −1 ... 1.
    mutating func element<Element: CheckedElement>() -> Element { Element(float()) }
}

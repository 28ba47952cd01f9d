import TegataKernelABI

#if !hasFeature(Embedded)
    import TegataTestSupport
#endif

/// Lengths around the size of every vector.
private let counts = [0, 1, 3, 4, 7, 8, 9, 15, 16, 17, 31, 33, 100]

/// Numbers at which elementwise functions change their behaviour.
private let special: [Float16] = [
    0, -0.0, 1, -1, 3, -3, 6, -6, 2.998, .infinity, -.infinity, .nan, .greatestFiniteMagnitude,
    -.greatestFiniteMagnitude, .leastNormalMagnitude, .leastNonzeroMagnitude, 0.6, -0.6, 9, -9,
]

/// Returns whether two numbers are equal or both NaN.
private func same(_ a: Float16, _ b: Float16) -> Bool { a == b || (a.isNaN && b.isNaN) }

extension Float16KernelChecks {
    mutating func checkBinary() {
        for operation in BinaryOperation.allCases {
            for count in counts {
                for (aStep, bStep) in [(1, 1), (0, 1), (1, 0)] {
                    var noise = SplitMix64(seed: UInt64(count))
                    let a = Float16Rows(1, max(count, 1)) {
                        $1 % 5 == 3 ? special[$1 % special.count] : noise.float16()
                    }
                    let b = Float16Rows(1, max(count, 1)) {
                        $1 % 7 == 3 ? special[$1 % special.count] : noise.float16()
                    }
                    let output = Float16Rows(1, count)
                    var arguments = BinaryArguments(
                        a: a.base, aStep: aStep, b: b.base, bStep: bStep, output: output.base, count: count,
                        operation: operation.rawValue, low: -8, high: .infinity)
                    set.binary(&arguments)
                    expect(output.isIntact, "binary wrote outside of its results")
                    for index in 0..<count {
                        let (x, y) = (a[0, index * aStep], b[0, index * bStep])
                        let raw: Float16 =
                            switch operation {
                            case .add: x + y
                            case .subtract: x - y
                            case .multiply: x * y
                            case .divide: x / y
                            case .maximum: x > y ? x : y
                            case .minimum: x < y ? x : y
                            case .prelu: x < 0 ? x * y : x
                            }
                        expect(
                            same(output[0, index], raw < -8 ? -8 : raw),
                            "operation \(operation.rawValue) of bits \(x.bitPattern) and \(y.bitPattern)")
                    }
                }
            }
        }
    }

    /// Computes in place, and with every length.
    mutating func checkUnary() {
        for function in UnaryFunction.allCases {
            for count in counts {
                var noise = SplitMix64(seed: UInt64(count))
                let input = Float16Rows(1, count) { $1 % 3 == 0 ? special[$1 % special.count] : 8 * noise.float16() }
                let output = Float16Rows(1, count) { input[$0, $1] }
                var arguments = UnaryArguments(
                    input: output.base, output: output.base, count: count, function: function.rawValue)
                set.unary(&arguments)
                expect(output.isIntact, "unary wrote outside of its results")
                for index in 0..<count {
                    let x = input[0, index]
                    let place = "function \(function.rawValue) of bits \(x.bitPattern)"
                    guard !x.isNaN else {
                        expect(output[0, index].isNaN, place)
                        continue
                    }
                    switch function {
                    case .copy: expect(same(output[0, index], x), place)
                    case .relu: expect(same(output[0, index], max(x, 0)), place)
                    case .relu6: expect(same(output[0, index], min(max(x, 0), 6)), place)
                    case .hardSwish, .tanh, .logistic:
                        // The result is computed in single precision and rounded once, so the single-precision error
                        // can only shift that rounding.
                        let value = single(function, x)
                        let difference = abs(Float(output[0, index]) - value)
                        let isRounded = difference <= abs(value) * Float(roundoff) * 1.01 || difference < 0x1p-24
                        expect(same(output[0, index], Float16(value)) || isRounded, place)
                    }
                }
            }
        }
    }

    /// Returns the function in single precision, computed from its definition.
    private func single(_ function: UnaryFunction, _ x: Float16) -> Float {
        let wide = Float(x)
        if function == .hardSwish { return wide * min(max(wide + 3, 0), 6) / 6 }
        let magnitude = abs(Double(x))
        let power = exponential(function == .tanh ? -2 * magnitude : -magnitude)
        if function == .tanh { return Float((1 - power) / (1 + power)) * (x < 0 ? -1 : 1) }
        return Float((x < 0 ? power : 1) / (1 + power))
    }

    /// Returns eˣ for x ≤ 0 without a C library, from the series of x / 1024, squared ten times.
    private func exponential(_ x: Double) -> Double {
        guard x > -700 else { return 0 }
        let part = x / 1024
        var (term, sum) = (1.0, 1.0)
        for n in 1...12 {
            term *= part / Double(n)
            sum += term
        }
        for _ in 0..<10 { sum *= sum }
        return sum
    }

    mutating func checkSoftmax() {
        for count in counts where count > 0 {
            var noise = SplitMix64(seed: UInt64(count))
            let input = Float16Rows(1, count) { _, _ in 5 * noise.float16() }
            let output = Float16Rows(1, count)
            var arguments = SoftmaxArguments(input: input.base, output: output.base, count: count, beta: 1)
            set.softmax(&arguments)
            expect(output.isIntact, "softmax wrote outside of its results")
            let values = (0..<count).map { Double(input[0, $0]) }
            let largest = values.reduce(-Double.infinity, max)
            let powers = values.map { exponential($0 - largest) }
            let sum = powers.reduce(0, +)
            for index in 0..<count {
                expect(
                    output[0, index], powers[index] / sum, within: 3 * roundoff * powers[index] / sum + 0x1p-24,
                    "softmax of \(count)")
            }
        }
    }
}

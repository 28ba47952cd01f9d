import TegataKernelABI
import TegataSystem
import TegataTestSupport
import Testing

/// Lengths around all vector lengths.
private let counts = [0, 1, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 100]

/// Values at which elementwise functions change their behaviour.
private let special: [Float] = [
    0, -0.0, 1, -1, 3, -3, 6, -6, 2.999, -2.999, .infinity, -.infinity, .nan, Float(bitPattern: 0x7FC0_0001),
    Float(bitPattern: 0x7FC0_00FF), Float(bitPattern: 0xFFFF_FFFF), .greatestFiniteMagnitude,
    -.greatestFiniteMagnitude, .leastNormalMagnitude, -.leastNormalMagnitude, 87, -87, 88.8, -88.8, 103.9, -103.9, 0.6,
    -0.6, 0.599, 1e-20, -1e-20, 9, -9, 20, -20,
]

/// Whether the values are equal or both NaN.
private func same(_ a: Float, _ b: Float) -> Bool { a == b || (a.isNaN && b.isNaN) }

@Suite struct BinaryTests {
    @Test(arguments: supportedSets.map(\.level), BinaryOperation.allCases)
    func agreesWithScalarArithmetic(level: String, operation: BinaryOperation) throws {
        let set = try #require(supportedSets.first { $0.level == level })
        for count in counts {
            for (aStep, bStep) in [(1, 1), (0, 1), (1, 0)] {
                for (low, high) in [(-Float.infinity, Float.infinity), (-0.25, 0.5)] as [(Float, Float)] {
                    var noise = SplitMix64(seed: UInt64(count))
                    let a = Rows(1, aStep == 0 ? 1 : count, gap: 0) { _, i in
                        i % 5 == 3 ? special[i % special.count] : noise.float()
                    }
                    let b = Rows(1, bStep == 0 ? 1 : count, gap: 0) { _, i in
                        i % 7 == 3 ? special[i % special.count] : noise.float()
                    }
                    var output = Rows(1, count, gap: 0)
                    a.withFloats { a in
                        b.withFloats { b in
                            output.withMutableFloats { output in
                                var arguments = BinaryArguments(
                                    a: a, aStep: aStep, b: b, bStep: bStep, output: output, count: count,
                                    operation: operation.rawValue, low: low, high: high)
                                set.binary(&arguments)
                            }
                        }
                    }
                    #expect(output.isPoisonIntact)
                    for index in 0..<count {
                        let x = a[0, index * aStep]
                        let y = b[0, index * bStep]
                        let raw: Float =
                            switch operation {
                            case .add: x + y
                            case .subtract: x - y
                            case .multiply: x * y
                            case .divide: x / y
                            case .maximum: x > y ? x : y
                            case .minimum: x < y ? x : y
                            case .prelu: x < 0 ? x * y : x
                            }
                        let expected = raw < low ? low : raw > high ? high : raw
                        #expect(same(output[0, index], expected), "\(operation) of \(x) and \(y)")
                    }
                }
            }
        }
    }
}

@Suite struct UnaryTests {
    static let inputs: [Float] = {
        var noise = SplitMix64(seed: 5)
        return special + noise.floats(400).map { $0 * 10 } + noise.floats(400)
            + noise.floats(100).map { $0 * 100 }
    }()

    private func run(_ set: KernelSet, _ function: UnaryFunction, _ input: [Float]) -> [Float] {
        var output = Rows(1, input.count, gap: 0)
        input.withUnsafeBufferPointer { input in
            output.withMutableFloats { output in
                // An empty array has no address. The kernel reads no float from this one.
                var arguments = UnaryArguments(
                    input: input.baseAddress ?? UnsafePointer(output), output: output, count: input.count,
                    function: function.rawValue)
                set.unary(&arguments)
            }
        }
        #expect(output.isPoisonIntact)
        return (0..<input.count).map { output[0, $0] }
    }

    /// Functions that kernels approximate. All others have the bits of scalar arithmetic.
    static let approximations: [UnaryFunction] = [.tanh, .logistic]

    @Test(arguments: supportedSets.map(\.level), UnaryFunction.allCases.filter { !approximations.contains($0) })
    func hasTheBitsOfScalarArithmetic(level: String, function: UnaryFunction) throws {
        let set = try #require(supportedSets.first { $0.level == level })
        for (x, y) in zip(Self.inputs, run(set, function, Self.inputs)) {
            let expected: Float =
                switch function {
                case .relu: x < 0 ? 0 : x
                case .relu6: x > 6 ? 6 : x < 0 ? 0 : x
                case .hardSwish: x * min(max(x + 3, 0), 6) / 6
                case .copy, .tanh, .logistic: x
                }
            #expect(same(y, expected), "\(function) of \(x)")
        }
    }

    @Test(arguments: supportedSets.map(\.level), approximations)
    func isWithinRoundingOfDoublePrecision(level: String, function: UnaryFunction) throws {
        let set = try #require(supportedSets.first { $0.level == level })
        for (x, y) in zip(Self.inputs, run(set, function, Self.inputs)) {
            if x.isNaN {
                #expect(y.isNaN)
                continue
            }
            let expected = function == .tanh ? tanh(Double(x)) : 1 / (1 + exp(-Double(x)))
            // Two units in the last place, or an error that is negligible next to 1.
            #expect(
                abs(Double(y) - expected) <= max(4 * roundoff * abs(expected), 1e-37),
                "\(function) of \(x): \(y), not \(expected)")
        }
    }

    @Test(arguments: supportedSets.map(\.level))
    func worksOnEveryLengthAndInPlace(level: String) throws {
        let set = try #require(supportedSets.first { $0.level == level })
        for function in UnaryFunction.allCases {
            let expected = run(set, function, Self.inputs)
            for count in counts {
                // A result does not depend on its position in a vector.
                let part = run(set, function, Array(Self.inputs.prefix(count)))
                #expect(part.map(\.bitPattern) == expected.prefix(count).map(\.bitPattern), "\(function), \(count)")
                var values = Array(Self.inputs.prefix(count))
                values.withUnsafeMutableBufferPointer {
                    guard let base = $0.baseAddress else { return }
                    var arguments = UnaryArguments(input: base, output: base, count: count, function: function.rawValue)
                    set.unary(&arguments)
                }
                #expect(values.map(\.bitPattern) == part.map(\.bitPattern), "\(function) in place, \(count)")
            }
        }
    }
}

@Suite struct SoftmaxTests {
    private func run(_ set: KernelSet, _ input: [Float], beta: Float) -> [Float] {
        var output = Rows(1, input.count, gap: 0)
        input.withUnsafeBufferPointer { input in
            output.withMutableFloats { output in
                var arguments = SoftmaxArguments(
                    input: input.baseAddress!, output: output, count: input.count, beta: beta)
                set.softmax(&arguments)
            }
        }
        #expect(output.isPoisonIntact)
        return (0..<input.count).map { output[0, $0] }
    }

    @Test(arguments: supportedSets.map(\.level))
    func agreesWithDoublePrecision(level: String) throws {
        let set = try #require(supportedSets.first { $0.level == level })
        for count in counts where count > 0 {
            for (scale, beta) in [(1, 1), (10, 1), (1000, 1), (3, 0.5)] as [(Float, Float)] {
                var noise = SplitMix64(seed: UInt64(count))
                let input = noise.floats(count).map { $0 * scale }
                let largest = input.map { Double(beta) * Double($0) }.max()!
                let powers = input.map { exp(Double(beta) * Double($0) - largest) }
                let sum = powers.reduce(0, +)
                for (y, power) in zip(run(set, input, beta: beta), powers) {
                    // The rounding error of the exponent is multiplied by its size. A sum and a division follow.
                    let tolerance = (Double(2 * scale) + Double(count) + 4) * roundoff * power / sum
                    #expect(abs(Double(y) - power / sum) <= max(tolerance, 1e-37), "\(count) × \(scale)")
                }
            }
        }
    }

    @Test(arguments: supportedSets.map(\.level))
    func staysFiniteAtTheLimits(level: String) throws {
        let set = try #require(supportedSets.first { $0.level == level })
        #expect(run(set, [.greatestFiniteMagnitude, 0, -.greatestFiniteMagnitude], beta: 1) == [1, 0, 0])
        #expect(run(set, [-.infinity, 2, 2], beta: 1) == [0, 0.5, 0.5])
    }
}

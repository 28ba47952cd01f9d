import TegataKernelABI

#if !hasFeature(Embedded)
    import TegataTestSupport
#endif

/// Lengths around every vector length.
private let counts = [0, 1, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 100]

extension KernelComparison {
    mutating func checkBinary() {
        for operation in BinaryOperation.allCases {
            for count in counts {
                for (aStep, bStep) in [(1, 1), (0, 1), (1, 0)] {
                    for (low, high) in [(-Float.infinity, .infinity), (-0.25, 0.5), (-8, .infinity)]
                        as [(Float, Float)]
                    {
                        checkBinary(operation, count: count, aStep: aStep, bStep: bStep, low: low, high: high)
                    }
                }
            }
        }
    }

    private mutating func checkBinary(
        _ operation: BinaryOperation, count: Int, aStep: Int, bStep: Int, low: Float, high: Float
    ) {
        let special = Element.special
        var noise = SplitMix64(seed: UInt64(count))
        let a = Rows<Element>(1, aStep == 0 ? 1 : count) {
            $1 % 5 == 3 ? special[$1 % special.count] : noise.element()
        }
        let b = Rows<Element>(1, bStep == 0 ? 1 : count) {
            $1 % 7 == 3 ? special[$1 % special.count] : noise.element()
        }
        let output = Rows<Element>(1, count)
        var arguments = BinaryArguments(
            a: a.base, aStep: aStep, b: b.base, bStep: bStep, output: output.base, count: count,
            operation: operation.rawValue, low: low, high: high)
        set.binary(&arguments)
        expect(output.isIntact, "binary wrote outside of its results")
        for index in 0..<count {
            let (x, y) = (a[0, index * aStep], b[0, index * bStep])
            let raw: Element =
                switch operation {
                case .add: x + y
                case .subtract: x - y
                case .multiply: x * y
                case .divide: x / y
                case .maximum: x > y ? x : y
                case .minimum: x < y ? x : y
                case .prelu: x < 0 ? x * y : x
                }
            let expected = raw < Element(low) ? Element(low) : raw > Element(high) ? Element(high) : raw
            expect(
                output[0, index].isSame(as: expected),
                "operation \(operation.rawValue) of bits \(x.bitPattern) and \(y.bitPattern)")
        }
    }

    mutating func checkUnary() {
        let special = Element.special
        var noise = SplitMix64(seed: 5)
        let input = Rows<Element>(1, special.count + 900) {
            let index = $1 - special.count
            if index < 0 { return special[$1] }
            return Element(noise.float() * (index < 400 ? 10 : index < 800 ? 1 : 100))
        }
        for function in UnaryFunction.allCases {
            let output = run(function, input, count: input.width)
            for index in 0..<input.width {
                let x = input[0, index]
                let place = "function \(function.rawValue) of bits \(x.bitPattern)"
                if let exact = exactly(function, x) {
                    expect(output[0, index].isSame(as: exact), place)
                } else {
                    let value = approximately(function, x)
                    expect(output[0, index], value, within: Element.tolerance(of: function, value), place)
                }
            }
            // Every length, and in place: a number's result does not depend on its position in a vector.
            for count in counts {
                let part = run(function, input, count: count)
                expect(part.hasBits(of: output), "function \(function.rawValue) of \(count)")
                let place = Rows<Element>(1, count) { input[$0, $1] }
                run(function, place.base, count: count, to: place)
                expect(place.hasBits(of: part), "function \(function.rawValue) of \(count) in place")
            }
        }
    }

    private mutating func run(_ function: UnaryFunction, _ input: Rows<Element>, count: Int) -> Rows<Element> {
        let output = Rows<Element>(1, count)
        run(function, input.base, count: count, to: output)
        return output
    }

    private mutating func run(
        _ function: UnaryFunction, _ input: UnsafeMutablePointer<Element>, count: Int, to output: Rows<Element>
    ) {
        var arguments = UnaryArguments(
            input: input, output: output.base, count: count, function: function.rawValue)
        set.unary(&arguments)
        expect(output.isIntact, "unary wrote outside of its results")
    }

    /// Returns a function's result if kernels compute it without any rounding beyond what its definition contains.
    private func exactly(_ function: UnaryFunction, _ x: Element) -> Element? {
        if x.isNaN { return x }
        switch function {
        case .copy: return x
        case .relu: return x < 0 ? 0 : x
        case .relu6: return x > 6 ? 6 : x < 0 ? 0 : x
        case .hardSwish:
            // Computed in floats, and rounded once.
            let wide = Float(x.double)
            let value = wide * min(max(wide + 3, 0), 6) / 6
            return Element.roundoff == Float.roundoff || !value.isFinite ? Element(value) : nil
        case .tanh, .logistic: return nil
        }
    }

    private func approximately(_ function: UnaryFunction, _ x: Element) -> Double {
        let x = x.double
        if function == .hardSwish { return x * min(max(x + 3, 0), 6) / 6 }
        if function == .tanh {
            let part = exponentialMinusOne(-2 * abs(x))
            return part / (part + 2) * (x < 0 ? 1 : -1)
        }
        let power = exponential(-abs(x))
        return (x < 0 ? power : 1) / (1 + power)
    }

    mutating func checkSoftmax() {
        for count in counts where count > 0 {
            for (magnitude, beta) in [(1, 1), (5, 1), (10, 1), (1000, 1), (3, 0.5)] as [(Float, Float)] {
                var noise = SplitMix64(seed: UInt64(count))
                let input = Rows<Element>(1, count) { _, _ in Element(noise.float() * magnitude) }
                let output = softmax(input, beta: beta)
                let exponents = (0..<count).map { Double(beta) * input[0, $0].double }
                let largest = exponents.reduce(-Double.infinity, max)
                let powers = exponents.map { exponential($0 - largest) }
                let sum = powers.reduce(0, +)
                for index in 0..<count {
                    let share = powers[index] / sum
                    expect(
                        output[0, index], share,
                        within: Element.tolerance(ofSoftmax: share, count: count, magnitude: magnitude),
                        "softmax of \(count)")
                }
            }
        }
        let largest = Element.greatestFiniteMagnitude
        for (numbers, shares) in [([largest, 0, -largest], [1, 0, 0]), ([-.infinity, 2, 2], [0, 0.5, 0.5])]
            as [([Element], [Double])]
        {
            let output = softmax(Rows(1, 3) { numbers[$1] }, beta: 1)
            for index in 0..<3 { expect(output[0, index], shares[index], within: 0, "softmax at the limits") }
        }
    }

    private mutating func softmax(_ input: Rows<Element>, beta: Float) -> Rows<Element> {
        let output = Rows<Element>(1, input.width)
        var arguments = SoftmaxArguments(input: input.base, output: output.base, count: input.width, beta: beta)
        set.softmax(&arguments)
        expect(output.isIntact, "softmax wrote outside of its results")
        return output
    }

    /// eˣ for x ≤ 0 without a C library: x is halved until it is small, and the result is squared equally often.
    private func exponential(_ x: Double) -> Double {
        guard x > -700 else { return 0 }
        var power = 1 + exponentialMinusOne(x / 1024)
        for _ in 0..<10 { power *= power }
        return power
    }

    /// eˣ − 1 for x ≤ 0; a series is used if x is small.
    private func exponentialMinusOne(_ x: Double) -> Double {
        guard x > -1 else { return exponential(x) - 1 }
        var (term, sum) = (1.0, 0.0)
        for n in 1...20 {
            term *= x / Double(n)
            sum += term
        }
        return sum
    }
}

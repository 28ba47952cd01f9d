/// What an elementwise kernel computes from two operands.
@frozen
package enum BinaryOperation: UInt8, Sendable, CaseIterable {
    case add, subtract, multiply, divide, maximum, minimum
    /// `a` where it is not negative, otherwise `a * b`.
    case prelu
}

/// What an elementwise kernel computes from one operand.
@frozen
package enum UnaryFunction: UInt8, Sendable, CaseIterable {
    case copy, relu, relu6, hardSwish, tanh, logistic
}

/// `output[i] = clamp(operation(a[i], b[i]))` over a contiguous run; a step of 0 repeats one value.
package struct BinaryArguments {
    package var a: UnsafePointer<Float>
    package var aStep: Int
    package var b: UnsafePointer<Float>
    package var bStep: Int
    package var output: UnsafeMutablePointer<Float>
    package var count: Int
    package var operation: BinaryOperation
    package var low: Float
    package var high: Float

    package init(
        a: UnsafePointer<Float>, aStep: Int, b: UnsafePointer<Float>, bStep: Int, output: UnsafeMutablePointer<Float>,
        count: Int, operation: BinaryOperation, low: Float, high: Float
    ) {
        self.a = a
        self.aStep = aStep
        self.b = b
        self.bStep = bStep
        self.output = output
        self.count = count
        self.operation = operation
        self.low = low
        self.high = high
    }
}

/// `output[i] = function(input[i])` over a contiguous run; may work in place.
package struct UnaryArguments {
    package var input: UnsafePointer<Float>
    package var output: UnsafeMutablePointer<Float>
    package var count: Int
    package var function: UnaryFunction

    package init(input: UnsafePointer<Float>, output: UnsafeMutablePointer<Float>, count: Int, function: UnaryFunction)
    {
        self.input = input
        self.output = output
        self.count = count
        self.function = function
    }
}

/// `output[i] = exp(beta * input[i] - m) / Σ exp(beta * input[j] - m)` over one row, m being the largest exponent.
package struct SoftmaxArguments {
    package var input: UnsafePointer<Float>
    package var output: UnsafeMutablePointer<Float>
    package var count: Int
    package var beta: Float

    package init(input: UnsafePointer<Float>, output: UnsafeMutablePointer<Float>, count: Int, beta: Float) {
        self.input = input
        self.output = output
        self.count = count
        self.beta = beta
    }
}

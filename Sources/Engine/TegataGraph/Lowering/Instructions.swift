import TegataBuffers
import TegataKernelABI

/// A unit of work in a lowered graph. Integers named after operands are indices into ``LoweredGraph/values``.
///
/// Operators are lowered to these few kinds, passes fuse and rewrite them, and the inference module binds them to
/// kernels.
package enum Instruction: Sendable {
    case convolution(ConvolutionInstruction)
    case depthwise(DepthwiseInstruction)
    case binary(BinaryInstruction)
    case unary(UnaryInstruction)
    case pool(PoolInstruction)
    case reduce(ReduceInstruction)
    case resize(ResizeInstruction)
    case softmax(SoftmaxInstruction)
    case copy(CopyInstruction)
    case fill(FillInstruction)
    case convert(ConvertInstruction)
    case block(BlockInstruction)
    case heads(HeadsInstruction)
    case evaluate(EvaluateInstruction)
}

/// The function applied to a sum before it is stored.
package enum LoweredActivation: Equatable, Sendable {
    case none
    case clamp(low: Float, high: Float)
    /// Multiplies negative values by a per-channel slope; `slopes` is a constant value.
    case prelu(slopes: Int)
}

/// A convolution with constant weights. A fully connected layer is a convolution over pixels of a single row.
package struct ConvolutionInstruction: Sendable {
    package var input: Int
    /// Constant, `[output channels][height][width][input channels / groups]`.
    package var filter: Int
    /// Constant, one per output channel.
    package var bias: Int?
    /// Added before the activation; has the same shape as the output.
    package var residual: Int?
    package var output: Int
    package var inputShape: ImageShape
    package var outputShape: ImageShape
    package var window: Window
    package var groups: Int
    package var activation: LoweredActivation

    package init(
        input: Int, filter: Int, bias: Int?, residual: Int? = nil, output: Int, inputShape: ImageShape,
        outputShape: ImageShape,
        window: Window, groups: Int = 1, activation: LoweredActivation
    ) {
        self.input = input
        self.filter = filter
        self.bias = bias
        self.residual = residual
        self.output = output
        self.inputShape = inputShape
        self.outputShape = outputShape
        self.window = window
        self.groups = groups
        self.activation = activation
    }
}

/// A depthwise convolution with constant weights.
package struct DepthwiseInstruction: Sendable {
    package var input: Int
    /// Constant, `[1][height][width][output channels]`.
    package var filter: Int
    package var bias: Int?
    package var output: Int
    package var inputShape: ImageShape
    package var outputShape: ImageShape
    package var window: Window
    package var activation: LoweredActivation

    /// Output channels per input channel.
    package var multiplier: Int { outputShape.channels / max(inputShape.channels, 1) }

    package var products: Int {
        (outputShape.pixels * outputShape.channels).clampedProduct(with: window.height * window.width)
    }

    package init(
        input: Int, filter: Int, bias: Int?, output: Int, inputShape: ImageShape, outputShape: ImageShape,
        window: Window,
        activation: LoweredActivation
    ) {
        self.input = input
        self.filter = filter
        self.bias = bias
        self.output = output
        self.inputShape = inputShape
        self.outputShape = outputShape
        self.window = window
        self.activation = activation
    }
}

/// An elementwise operation on two float32 operands that are broadcast to the output's extents using strides of 0.
package struct BinaryInstruction: Sendable {
    package var operation: BinaryOperation
    package var a: Int
    package var b: Int
    package var output: Int
    /// The output's extents. Neighbouring axes are merged if both operands allow it; at least one axis remains.
    package var extents: [Int]
    package var aStrides: [Int]
    package var bStrides: [Int]
    package var activation: LoweredActivation

    package init(
        operation: BinaryOperation, a: Int, b: Int, output: Int, extents: [Int], aStrides: [Int], bStrides: [Int],
        activation: LoweredActivation = .none
    ) {
        self.operation = operation
        self.a = a
        self.b = b
        self.output = output
        self.extents = extents
        self.aStrides = aStrides
        self.bStrides = bStrides
        self.activation = activation
    }
}

/// An elementwise function of one float32 operand.
package struct UnaryInstruction: Sendable {
    package var function: UnaryFunction
    package var input: Int
    package var output: Int

    package init(function: UnaryFunction, input: Int, output: Int) {
        self.function = function
        self.input = input
        self.output = output
    }
}

/// The maximum or mean over a sliding window. Taps outside the image are ignored.
package struct PoolInstruction: Sendable {
    /// `.maximum` or `.mean`.
    package var reduction: Reduction
    package var input: Int
    package var output: Int
    package var inputShape: ImageShape
    package var outputShape: ImageShape
    package var window: Window
    package var activation: LoweredActivation

    package init(
        reduction: Reduction, input: Int, output: Int, inputShape: ImageShape, outputShape: ImageShape,
        window: Window,
        activation: LoweredActivation
    ) {
        self.reduction = reduction
        self.input = input
        self.output = output
        self.inputShape = inputShape
        self.outputShape = outputShape
        self.window = window
        self.activation = activation
    }
}

/// Reduces `[outer][reduced][inner]` to `[outer][inner]`.
package struct ReduceInstruction: Sendable {
    package var reduction: Reduction
    package var input: Int
    package var output: Int
    package var outer: Int
    package var reduced: Int
    package var inner: Int
}

/// Bilinear interpolation. The activation is applied before the residual is added.
package struct ResizeInstruction: Sendable {
    package var input: Int
    package var residual: Int?
    package var output: Int
    package var inputShape: ImageShape
    package var outputShape: ImageShape
    package var alignCorners: Bool
    package var halfPixelCenters: Bool
    package var activation: LoweredActivation

    package init(
        input: Int, residual: Int? = nil, output: Int, inputShape: ImageShape, outputShape: ImageShape,
        alignCorners: Bool,
        halfPixelCenters: Bool, activation: LoweredActivation = .none
    ) {
        self.input = input
        self.residual = residual
        self.output = output
        self.inputShape = inputShape
        self.outputShape = outputShape
        self.alignCorners = alignCorners
        self.halfPixelCenters = halfPixelCenters
        self.activation = activation
    }
}

/// Softmax over `rows` rows of `count` floats.
package struct SoftmaxInstruction: Sendable {
    package var input: Int
    package var output: Int
    package var rows: Int
    package var count: Int
    package var beta: Float
}

/// Copies a block of elements between positions given by strides. Offsets and strides are in elements.
package struct CopyInstruction: Sendable {
    package var input: Int
    package var output: Int
    package var elementByteCount: Int
    package var extents: [Int]
    package var inputOffset: Int
    package var inputStrides: [Int]
    package var outputOffset: Int
    package var outputStrides: [Int]

    package init(
        input: Int, output: Int, elementByteCount: Int, extents: [Int], inputOffset: Int, inputStrides: [Int],
        outputOffset: Int,
        outputStrides: [Int]
    ) {
        self.input = input
        self.output = output
        self.elementByteCount = elementByteCount
        self.extents = extents
        self.inputOffset = inputOffset
        self.inputStrides = inputStrides
        self.outputOffset = outputOffset
        self.outputStrides = outputStrides
    }
}

/// Sets every element of a float32 value.
package struct FillInstruction: Sendable {
    package var output: Int
    package var value: Float

    package init(output: Int, value: Float) {
        self.output = output
        self.value = value
    }
}

/// Converts between float32 and float16, according to the types of its values.
package struct ConvertInstruction: Sendable {
    package var input: Int
    package var output: Int

    package init(input: Int, output: Int) {
        self.input = input
        self.output = output
    }
}

/// A depthwise convolution together with the 1×1 (or first) convolution before it, the 1×1 convolution after it, or
/// both. Their intermediate results stay in scratch memory.
package struct BlockInstruction: Sendable {
    /// How the work is divided so that intermediate results stay in a cache.
    package enum Cut: Sendable {
        /// Row by row, for large images.
        case rows
        /// By channels of the intermediate image, without a projection, for small images with many channels.
        case channels
    }

    package var cut: Cut
    package var expansion: ConvolutionInstruction?
    package var depthwise: DepthwiseInstruction
    package var projection: ConvolutionInstruction?
    /// Computes the projection's residual from the block's input image.
    package var pooling: PoolInstruction?

    package init(
        cut: Cut, expansion: ConvolutionInstruction?, depthwise: DepthwiseInstruction,
        projection: ConvolutionInstruction?,
        pooling: PoolInstruction? = nil
    ) {
        self.cut = cut
        self.expansion = expansion
        self.depthwise = depthwise
        self.projection = projection
        self.pooling = pooling
    }

    /// The block's input image.
    package var input: Int { expansion?.input ?? depthwise.input }

    package var output: Int { projection?.output ?? depthwise.output }
}

/// Several 1×1 convolutions of the same image, with the same activation and no residuals.
package struct HeadsInstruction: Sendable {
    package var heads: [ConvolutionInstruction]

    package init(heads: [ConvolutionInstruction]) {
        self.heads = heads
    }
}

/// Runs the naive evaluation of one node.
package struct EvaluateInstruction: Sendable {
    package var bound: AnyOperator
    package var inputs: [Int?]
    package var outputs: [Int]
}

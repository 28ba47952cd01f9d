import TegataFormats
import TegataGraph

/// Every operator's broken or unsupported uses with the error that each must give.
let badNodes: [BadNode] =
    badConvolutions + badPools + badDense + badElementwise + badReductions + badReshapes + badMoves + badSlices + badGathers + badOthers

private let large = Int32.max
private let small = Int32.min

private func operands(_ found: Int, _ expected: String, kind: String = "inputs") -> GraphError.Problem {
    .operandCount(kind: kind, found: found, expected: expected)
}

private func notFloat(_ index: Int, _ found: String) -> GraphError.Problem {
    .unsupportedAttribute("element type of input \(index)", found: found, supported: "float32")
}

private func notAnInteger(_ index: Int, _ found: String) -> GraphError.Problem {
    .unsupportedAttribute("element type of input \(index)", found: found, supported: "int32 or int64")
}

private let signBit = GraphError.Problem.unsupportedAttribute(
    "fused_activation_function", found: "SIGN_BIT", supported: "NONE, RELU, RELU_N1_TO_1, RELU6 or TANH")
private let unknownActivation = GraphError.Problem.invalidAttribute("fused_activation_function", found: "77", expected: "0 to 5")

// MARK: Windows

private func convolution(
    _ builtin: BuiltinOperator = .conv2D, picture: [Int] = [1, 4, 4, 2], filter: [Int] = [3, 3, 3, 2], bias: [Int] = [3],
    fields: [Int: BadNode.Field] = [:], gives problem: GraphError.Problem
) -> BadNode {
    // Fields 1 and 2 are the strides in both tables.
    let options = BadNode.Options(builtin == .conv2D ? 1 : 2, [1: .int(1), 2: .int(1)].merging(fields) { $1 })
    return BadNode(builtin, [.given(picture), .zeros(filter), .zeros(bias)], options, gives: problem)
}

private let badConvolutions: [BadNode] = [
    BadNode(.conv2D, version: 9, [.given([1])], gives: .unsupportedVersion(found: 9, supported: 1...8)),
    BadNode(.conv2D, version: 0, [.given([1])], gives: .unsupportedVersion(found: 0, supported: 1...8)),
    BadNode(.conv2D, [.given([1])], gives: operands(1, "2 to 3")),
    BadNode(.conv2D, [.given([1, 4, 4, 2]), nil], gives: .missingOperand(1)),
    BadNode(
        .conv2D, [.given([1, 4, 4, 2]), .zeros([3, 3, 3, 2])], .init(2),
        gives: .invalidAttribute("type of the options", found: "2", expected: "1")),
    // Without options strides are 0.
    BadNode(.conv2D, [.given([1, 4, 4, 2]), .zeros([3, 3, 3, 2])], gives: .invalidAttribute("stride_h", found: "0", expected: "at least 1")),
    BadNode(.conv2D, [.given([1, 4, 4, 2]), .zeros([3, 3, 3, 2], .int8)], gives: notFloat(1, "int8")),
    BadNode(.conv2D, [.given([1, 4, 4, 2], .uint8), .zeros([3, 3, 3, 2])], gives: notFloat(0, "uint8")),
    convolution(picture: [4, 4, 2], gives: .invalidAttribute("rank of input 0", found: "3", expected: "4")),
    convolution(picture: [1, 4, 4, 2], filter: [3, 3, 2], gives: .invalidAttribute("rank of input 1", found: "3", expected: "4")),
    convolution(
        picture: [1, 4, 4, 5], gives: .invalidAttribute("filter channels", found: "2", expected: "at least 1 and a divisor of the input's 5")),
    convolution(
        picture: [1, 4, 4, 4], gives: .invalidAttribute("filter count", found: "3", expected: "a multiple of the 2 groups")),
    convolution(bias: [4], gives: .invalidAttribute("shape of input 2", found: "4", expected: "3 elements, one per output channel")),
    convolution(fields: [0: .byte(2)], gives: .invalidAttribute("padding", found: "2", expected: "0 (SAME) or 1 (VALID)")),
    convolution(fields: [2: .int(-1)], gives: .invalidAttribute("stride_h", found: "-1", expected: "at least 1")),
    convolution(fields: [1: .int(small)], gives: .invalidAttribute("stride_w", found: "-2147483648", expected: "at least 1")),
    convolution(fields: [4: .int(0)], gives: .invalidAttribute("dilation_w_factor", found: "0", expected: "at least 1")),
    convolution(fields: [5: .int(-3)], gives: .invalidAttribute("dilation_h_factor", found: "-3", expected: "at least 1")),
    convolution(
        fields: [0: .byte(1), 5: .int(large)],
        gives: .invalidAttribute("window height", found: "4294967295", expected: "at most the picture's 4, the padding being VALID")),
    // As large as they may be, and the shape still follows.
    convolution(
        fields: [1: .int(large), 2: .int(large), 4: .int(large), 5: .int(large)],
        gives: .shapeMismatch(declared: "float32 1", inferred: "float32 1×1×1×3")),
    convolution(fields: [3: .byte(5)], gives: signBit),
    convolution(fields: [3: .byte(77)], gives: unknownActivation),
    convolution(gives: .shapeMismatch(declared: "float32 1", inferred: "float32 1×4×4×3")),

    BadNode(.depthwiseConv2D, version: 8, [.given([1])], gives: .unsupportedVersion(found: 8, supported: 1...7)),
    BadNode(.depthwiseConv2D, [.given([1, 4, 4, 2])], gives: operands(1, "2 to 3")),
    convolution(
        .depthwiseConv2D, picture: [1, 4, 4, 3],
        gives: .invalidAttribute("filter shape", found: "3×3×3×2", expected: "1×height×width×channels")),
    convolution(
        .depthwiseConv2D, picture: [1, 4, 4, 3], filter: [1, 3, 3, 4],
        gives: .invalidAttribute("filter channels", found: "4", expected: "a multiple of the input's 3")),
    convolution(
        .depthwiseConv2D, picture: [1, 4, 4, 3], filter: [1, 3, 3, 3], bias: [1],
        gives: .invalidAttribute("shape of input 2", found: "1", expected: "3 elements, one per output channel")),
    convolution(
        .depthwiseConv2D, picture: [1, 4, 4, 3], filter: [1, 3, 3, 3], fields: [1: .int(0)],
        gives: .invalidAttribute("stride_w", found: "0", expected: "at least 1")),
    convolution(
        .depthwiseConv2D, picture: [1, 4, 4, 3], filter: [1, 3, 3, 3], fields: [6: .int(0)],
        gives: .invalidAttribute("dilation_h_factor", found: "0", expected: "at least 1")),
    convolution(
        .depthwiseConv2D, picture: [1, 4, 4, 3], filter: [1, 3, 3, 3], fields: [0: .byte(1), 5: .int(2)],
        gives: .invalidAttribute("window width", found: "5", expected: "at most the picture's 4, the padding being VALID")),
    convolution(.depthwiseConv2D, picture: [1, 4, 4, 3], filter: [1, 3, 3, 3], fields: [4: .byte(5)], gives: signBit),
]

private let badPools: [BadNode] = [BuiltinOperator.maxPool2D, .averagePool2D].flatMap { builtin in
    func pool(picture: [Int] = [1, 4, 4, 2], fields: [Int: BadNode.Field] = [:], gives problem: GraphError.Problem) -> BadNode {
        let window: [Int: BadNode.Field] = [1: .int(1), 2: .int(1), 3: .int(2), 4: .int(2)]
        return BadNode(builtin, [.given(picture)], .init(5, window.merging(fields) { $1 }), gives: problem)
    }
    return [
        BadNode(builtin, version: 4, [.given([1])], gives: .unsupportedVersion(found: 4, supported: 1...3)),
        BadNode(builtin, [.given([1]), .given([1])], gives: operands(2, "1")),
        BadNode(builtin, [.given([1, 4, 4, 2], .int8)], gives: notFloat(0, "int8")),
        BadNode(builtin, [.given([1, 4, 4, 2])], gives: .invalidAttribute("filter_height", found: "0", expected: "at least 1")),
        pool(picture: [4, 4, 2], gives: .invalidAttribute("rank of input 0", found: "3", expected: "4")),
        pool(fields: [3: .int(-1)], gives: .invalidAttribute("filter_width", found: "-1", expected: "at least 1")),
        pool(fields: [1: .int(0)], gives: .invalidAttribute("stride_w", found: "0", expected: "at least 1")),
        pool(
            fields: [0: .byte(1), 4: .int(5)],
            gives: .invalidAttribute("window height", found: "5", expected: "at most the picture's 4, the padding being VALID")),
        pool(fields: [0: .byte(-1)], gives: .invalidAttribute("padding", found: "-1", expected: "0 (SAME) or 1 (VALID)")),
        pool(fields: [5: .byte(5)], gives: signBit),
        pool(fields: [3: .int(large), 4: .int(large)], gives: .shapeMismatch(declared: "float32 1", inferred: "float32 1×4×4×2")),
    ]
}

private let badDense: [BadNode] = [
    BadNode(.fullyConnected, version: 15, [.given([1])], gives: .unsupportedVersion(found: 15, supported: 1...14)),
    BadNode(.fullyConnected, [.given([1])], gives: operands(1, "2 to 3")),
    BadNode(.fullyConnected, [.given([2, 4]), .zeros([3, 4], .int8)], gives: notFloat(1, "int8")),
    BadNode(
        .fullyConnected, [.given([2, 4]), .zeros([3, 4])], .init(8, [1: .byte(1)]),
        gives: .unsupportedAttribute("weights_format", found: "SHUFFLED4x16INT8", supported: "DEFAULT")),
    BadNode(
        .fullyConnected, [.given([2, 4]), .zeros([3, 4])], .init(8, [1: .byte(9)]),
        gives: .invalidAttribute("weights_format", found: "9", expected: "0 or 1")),
    BadNode(
        .fullyConnected, [.given([2, 4]), .zeros([3, 4, 1])],
        gives: .invalidAttribute("weight shape", found: "3×4×1", expected: "units×depth")),
    BadNode(
        .fullyConnected, [.given([2, 4]), .zeros([3, 5])],
        gives: .invalidAttribute("input shape", found: "2×4", expected: "a multiple of 5 elements")),
    BadNode(
        .fullyConnected, [.given([2, 5]), .zeros([3, 10])], .init(8, [2: .bool(true)]),
        gives: .invalidAttribute("input shape", found: "2×5", expected: "10 along the last axis")),
    BadNode(
        .fullyConnected, [.given([2, 4]), .zeros([3, 4]), .zeros([2])],
        gives: .invalidAttribute("shape of input 2", found: "2", expected: "3 elements, one per output channel")),
    BadNode(.fullyConnected, [.given([2, 4]), .zeros([3, 4])], .init(8, [0: .byte(5)]), gives: signBit),
    BadNode(
        .fullyConnected, [.given([2, 4]), .zeros([3, 4])], gives: .shapeMismatch(declared: "float32 1", inferred: "float32 2×3")),
]

// MARK: Elements

private let badElementwise: [BadNode] =
    [(.add, 6, 11), (.sub, 5, 28), (.mul, 8, 21), (.div, 2, 29), (.maximum, 4, nil), (.minimum, 4, nil), (.prelu, 1, nil)]
    .flatMap { (builtin: BuiltinOperator, versions: Int, options: UInt8?) in
        var nodes = [
            BadNode(
                builtin, version: versions + 1, [.given([1])], gives: .unsupportedVersion(found: versions + 1, supported: 1...versions)),
            BadNode(builtin, [.given([1])], gives: operands(1, "2")),
            BadNode(builtin, [.given([1]), .given([1]), .given([1])], gives: operands(3, "2")),
            BadNode(builtin, [nil, .given([1])], gives: .missingOperand(0)),
            BadNode(builtin, [.given([1], .int32), .given([1], .int32)], gives: notFloat(0, "int32")),
            BadNode(builtin, [.given([1]), .given([1], .float16)], gives: notFloat(1, "float16")),
            BadNode(
                builtin, [.given([2, 3]), .given([2])],
                gives: .invalidAttribute("input shapes", found: "2×3 and 2", expected: "extents that are equal or 1")),
            BadNode(builtin, [.given([2, 3]), .given([3])], gives: .shapeMismatch(declared: "float32 1", inferred: "float32 2×3")),
        ]
        if let options {
            nodes += [
                BadNode(builtin, [.given([1]), .given([1])], .init(options, [0: .byte(5)]), gives: signBit),
                BadNode(builtin, [.given([1]), .given([1])], .init(options, [0: .byte(77)]), gives: unknownActivation),
                BadNode(
                    builtin, [.given([1]), .given([1])], .init(1),
                    gives: .invalidAttribute("type of the options", found: "1", expected: "\(options)")),
            ]
        }
        return nodes
    } + [
        BadNode(
            .prelu, [.given([1, 3]), .zeros([2, 3])],
            gives: .invalidAttribute("slope shape", found: "2×3", expected: "extents of the input's 1×3 or 1")),
        BadNode(
            .mul, [.given([60000, 1]), .given([1, 60000])],
            gives: .invalidAttribute("output shape", found: "[60000, 60000]", expected: "non-negative extents with a product below 2³¹")),
    ]
    + [(.relu, 3), (.relu6, 3), (.hardSwish, 1), (.tanh, 3), (.logistic, 3)].flatMap { (builtin: BuiltinOperator, versions: Int) in
        [
            BadNode(
                builtin, version: versions + 1, [.given([1])], gives: .unsupportedVersion(found: versions + 1, supported: 1...versions)),
            BadNode(builtin, [.given([1]), .given([1])], gives: operands(2, "1")),
            BadNode(builtin, [], gives: operands(0, "1")),
            BadNode(builtin, [.given([1], .int8)], gives: notFloat(0, "int8")),
            BadNode(builtin, [.given([2])], outputs: [[1], [1]], gives: operands(2, "1", kind: "outputs")),
            BadNode(builtin, [.given([2])], gives: .shapeMismatch(declared: "float32 1", inferred: "float32 2")),
        ]
    }

private let badReductions: [BadNode] =
    [(.mean, 3), (.sum, 2), (.reduceMax, 3), (.reduceMin, 3)].flatMap { (builtin: BuiltinOperator, versions: Int) in
        [
            BadNode(
                builtin, version: versions + 1, [.given([1])], gives: .unsupportedVersion(found: versions + 1, supported: 1...versions)),
            BadNode(builtin, [.given([1])], gives: operands(1, "2")),
            BadNode(builtin, [.given([2, 3], .int32), .integers([0])], gives: notFloat(0, "int32")),
            BadNode(builtin, [.given([2, 3]), .given([1], .int32)], gives: .operandNotConstant(1)),
            BadNode(builtin, [.given([2, 3]), .zeros([1])], gives: notAnInteger(1, "float32")),
            BadNode(builtin, [.given([2, 3]), .integers([2])], gives: .invalidAttribute("axis", found: "2", expected: "-2 to 1")),
            BadNode(
                builtin, [.given([2, 3]), .integers([0, small])],
                gives: .invalidAttribute("axis", found: "-2147483648", expected: "-2 to 1")),
            BadNode(
                builtin, [.given([2, 3]), .integers([0])], .init(11),
                gives: .invalidAttribute("type of the options", found: "11", expected: "27")),
            BadNode(
                builtin, [.given([2, 3]), .integers([1])], .init(27, [0: .bool(true)]),
                gives: .shapeMismatch(declared: "float32 1", inferred: "float32 2×1")),
        ]
    }

// MARK: Shapes

private let badReshapes: [BadNode] = [
    BadNode(.reshape, version: 2, [.given([1])], gives: .unsupportedVersion(found: 2, supported: 1...1)),
    BadNode(.reshape, [], gives: operands(0, "1 to 2")),
    BadNode(.reshape, [.given([2, 3]), .given([1], .int32)], gives: .operandNotConstant(1)),
    BadNode(.reshape, [.given([2, 3]), .integers([6], shape: [1, 1])], gives: .invalidAttribute("rank of input 1", found: "2", expected: "1")),
    BadNode(.reshape, [.given([2, 3]), .integers([2, 2])], gives: .invalidAttribute("new_shape", found: "[2, 2]", expected: "6 elements")),
    BadNode(.reshape, [.given([2, 3]), .integers([4, -1])], gives: .invalidAttribute("new_shape", found: "[4, -1]", expected: "6 elements")),
    BadNode(.reshape, [.given([2, 3]), .integers([0, -1])], gives: .invalidAttribute("new_shape", found: "[0, -1]", expected: "6 elements")),
    BadNode(
        .reshape, [.given([2, 3]), .integers([-1, -1])],
        gives: .invalidAttribute("new_shape", found: "[1, -1]", expected: "non-negative extents with a product below 2³¹")),
    BadNode(
        .reshape, [.given([2, 3])], .init(17, [0: .ints([large, large])]),
        gives: .invalidAttribute(
            "new_shape", found: "[2147483647, 2147483647]", expected: "non-negative extents with a product below 2³¹")),
    BadNode(.reshape, [.given([2, 3])], gives: .invalidAttribute("new_shape", found: "[]", expected: "6 elements")),
    BadNode(
        .reshape, [.given([2, 3])], .init(17, [0: .ints([6])]), gives: .shapeMismatch(declared: "float32 1", inferred: "float32 6")),

    BadNode(.squeeze, version: 3, [.given([1])], gives: .unsupportedVersion(found: 3, supported: 1...2)),
    BadNode(.squeeze, [.given([1]), .given([1])], gives: operands(2, "1")),
    BadNode(
        .squeeze, [.given([1, 3])], .init(30, [0: .ints([1])]),
        gives: .invalidAttribute("squeeze_dims", found: "axis 1 of 1×3", expected: "axes of extent 1")),
    BadNode(
        .squeeze, [.given([1, 3])], .init(30, [0: .ints([2])]),
        gives: .invalidAttribute("squeeze_dims", found: "2", expected: "-2 to 1")),
    BadNode(
        .squeeze, [.given([1, 3])], .init(30, [0: .ints([small])]),
        gives: .invalidAttribute("squeeze_dims", found: "-2147483648", expected: "-2 to 1")),

    BadNode(.expandDims, version: 2, [.given([1])], gives: .unsupportedVersion(found: 2, supported: 1...1)),
    BadNode(.expandDims, [.given([1])], gives: operands(1, "2")),
    BadNode(.expandDims, [.given([2]), .given([], .int32)], gives: .operandNotConstant(1)),
    BadNode(.expandDims, [.given([2]), .integers([0, 1])], gives: .invalidAttribute("axis count", found: "2", expected: "1")),
    BadNode(.expandDims, [.given([2]), .integers([2])], gives: .invalidAttribute("axis", found: "2", expected: "-2 to 1")),
    BadNode(
        .expandDims, [.given([2]), .wideIntegers([.min])],
        gives: .invalidAttribute("axis", found: "-9223372036854775808", expected: "-2 to 1")),
]

// MARK: Moves

private let badMoves: [BadNode] = [
    BadNode(.transpose, version: 10, [.given([1])], gives: .unsupportedVersion(found: 10, supported: 1...9)),
    BadNode(.transpose, [.given([2, 3])], gives: operands(1, "2")),
    BadNode(.transpose, [.given([2, 3]), .given([2], .int32)], gives: .operandNotConstant(1)),
    BadNode(.transpose, [.given([2, 3]), .integers([0])], gives: .invalidAttribute("permutation", found: "[0]", expected: "each of the 2 axes once")),
    BadNode(
        .transpose, [.given([2, 3]), .integers([1, 1])],
        gives: .invalidAttribute("permutation", found: "[1, 1]", expected: "each of the 2 axes once")),
    BadNode(.transpose, [.given([2, 3]), .integers([0, 2])], gives: .invalidAttribute("permutation", found: "2", expected: "-2 to 1")),

    BadNode(.concatenation, version: 8, [.given([1])], gives: .unsupportedVersion(found: 8, supported: 1...7)),
    BadNode(.concatenation, [], gives: operands(0, "at least 1")),
    BadNode(
        .concatenation, [.given([2]), .given([2])], .init(10, [0: .int(1)]),
        gives: .invalidAttribute("axis", found: "1", expected: "-1 to 0")),
    BadNode(
        .concatenation, [.given([])], gives: .invalidAttribute("axis", found: "0", expected: "none, the tensor being a scalar")),
    BadNode(
        .concatenation, [.given([2, 3]), .given([2, 2])],
        gives: .invalidAttribute("shape of input 1", found: "2×2", expected: "2×3 but for axis 0")),
    BadNode(
        .concatenation, [.given([2, 3]), .given([3])],
        gives: .invalidAttribute("shape of input 1", found: "3", expected: "2×3 but for axis 0")),
    BadNode(
        .concatenation, [.given([2]), .given([2], .int32)],
        gives: .invalidAttribute("element type of input 1", found: "int32", expected: "float32 as of input 0")),
    BadNode(.concatenation, [.given([2]), nil], gives: .missingOperand(1)),
    BadNode(.concatenation, [.given([2]), .given([2])], .init(10, [1: .byte(5)]), gives: signBit),
    BadNode(.concatenation, [.given([2], .int32)], .init(10, [1: .byte(1)]), gives: notFloat(0, "int32")),

    BadNode(.pad, version: 7, [.given([1])], gives: .unsupportedVersion(found: 7, supported: 1...6)),
    BadNode(.pad, [.given([2])], gives: operands(1, "2")),
    BadNode(.pad, [.given([2]), .given([1, 2], .int32)], gives: .operandNotConstant(1)),
    BadNode(.pad, [.given([2]), .integers([1, 1])], gives: .invalidAttribute("padding shape", found: "2", expected: "1×2")),
    BadNode(
        .pad, [.given([2]), .integers([1, -1], shape: [1, 2])],
        gives: .invalidAttribute("padding of axis 0", found: "1 and -1", expected: "0 to 2147483647")),
    BadNode(
        .pad, [.given([2]), .integers([large, large], shape: [1, 2])],
        gives: .invalidAttribute("output shape", found: "[4294967296]", expected: "non-negative extents with a product below 2³¹")),
    BadNode(
        .pad, [.quantized([2], .int8, scales: [1], zeroPoints: [128]), .integers([0, 1], shape: [1, 2])],
        gives: .invalidAttribute("zero point of input 0", found: "128", expected: "-128 to 127")),

    BadNode(.unpack, version: 7, [.given([1])], gives: .unsupportedVersion(found: 7, supported: 1...6)),
    BadNode(.unpack, [.given([1]), .given([1])], gives: operands(2, "1")),
    BadNode(.unpack, [.given([1])], outputs: [], gives: operands(0, "at least 1", kind: "outputs")),
    BadNode(
        .unpack, [.given([2, 3])], .init(64, [0: .int(2), 1: .int(2)]),
        gives: .invalidAttribute("axis", found: "2", expected: "-2 to 1")),
    BadNode(
        .unpack, [.given([2, 3])], .init(64, [0: .int(large)]),
        gives: .invalidAttribute("num", found: "2147483647", expected: "2, the axis' extent, for 1 outputs")),
    BadNode(
        .unpack, [.given([2, 3])], .init(64, [0: .int(2)]),
        gives: .invalidAttribute("num", found: "2", expected: "2, the axis' extent, for 1 outputs")),

    BadNode(.pack, version: 6, [.given([1])], gives: .unsupportedVersion(found: 6, supported: 1...5)),
    BadNode(.pack, [], gives: operands(0, "at least 1")),
    BadNode(
        .pack, [.given([2]), .given([2])], .init(59, [0: .int(-1)]),
        gives: .invalidAttribute("values_count", found: "-1", expected: "2, the number of inputs")),
    BadNode(
        .pack, [.given([2]), .given([3])], .init(59, [0: .int(2)]),
        gives: .invalidAttribute("type of input 1", found: "float32 3", expected: "float32 2 as of input 0")),
    BadNode(
        .pack, [.given([2]), .given([2])], .init(59, [0: .int(2), 1: .int(-3)]),
        gives: .invalidAttribute("axis", found: "-3", expected: "-2 to 1")),
]

private let badSlices: [BadNode] = [
    BadNode(.slice, version: 9, [.given([1])], gives: .unsupportedVersion(found: 9, supported: 1...8)),
    BadNode(.slice, [.given([4]), .integers([0])], gives: operands(2, "3")),
    BadNode(.slice, [.given([4]), .given([1], .int32), .integers([1])], gives: .operandNotConstant(1)),
    BadNode(.slice, [.given([4]), .integers([0]), .given([1], .int32)], gives: .operandNotConstant(2)),
    BadNode(.slice, [.given([4]), .integers([0, 0]), .integers([1])], gives: .invalidAttribute("begin", found: "[0, 0]", expected: "1 numbers")),
    BadNode(.slice, [.given([4]), .integers([0]), .integers([1, 1])], gives: .invalidAttribute("size", found: "[1, 1]", expected: "1 numbers")),
    BadNode(.slice, [.given([4]), .integers([-1]), .integers([1])], gives: .invalidAttribute("begin of axis 0", found: "-1", expected: "0 to 4")),
    BadNode(.slice, [.given([4]), .integers([1]), .integers([4])], gives: .invalidAttribute("size of axis 0", found: "4", expected: "-1 to 3")),
    BadNode(.slice, [.given([4]), .integers([1]), .integers([-2])], gives: .invalidAttribute("size of axis 0", found: "-2", expected: "-1 to 3")),
    BadNode(
        .slice, [.given([4]), .wideIntegers([.max]), .wideIntegers([.max])],
        gives: .invalidAttribute("begin of axis 0", found: "9223372036854775807", expected: "0 to 4")),

    BadNode(.stridedSlice, version: 9, [.given([1])], gives: .unsupportedVersion(found: 9, supported: 1...8)),
    BadNode(.stridedSlice, [.given([4]), .integers([0]), .integers([1])], gives: operands(3, "4")),
    BadNode(.stridedSlice, [.given([4]), .integers([0]), .given([1], .int32), .integers([1])], gives: .operandNotConstant(2)),
    BadNode(
        .stridedSlice, [.given([4]), .integers([0]), .integers([1, 2]), .integers([1])],
        gives: .invalidAttribute("begin, end and stride", found: "1, 2 and 1 numbers", expected: "equally many, 32 at most")),
    BadNode(
        .stridedSlice, [.given([4]), .integers([0]), .integers([1]), .integers([0])],
        gives: .invalidAttribute("stride of entry 0", found: "0", expected: "not 0")),
    BadNode(
        .stridedSlice, [.given([4]), .integers([0, 0]), .integers([1, 1]), .integers([1, 1])],
        gives: .invalidAttribute("begin", found: "2 entries", expected: "entries for 1 axes at most")),
    BadNode(
        .stridedSlice, [.given([4]), .integers([4]), .integers([5]), .integers([1])], .init(32, [4: .int(1)]),
        gives: .invalidAttribute("begin of entry 0", found: "4", expected: "a place on an axis of 4")),
    BadNode(
        .stridedSlice, [.given([4, 4]), .integers([0, 0]), .integers([1, 1]), .integers([1, 1])], .init(32, [2: .int(3)]),
        gives: .invalidAttribute("ellipsis_mask", found: "3", expected: "one bit at most")),
    // As large as they may be, and the shape still follows.
    BadNode(
        .stridedSlice, [.given([4]), .wideIntegers([.min]), .wideIntegers([.max]), .wideIntegers([.max])],
        .init(32, [5: .bool(true)]), outputs: [[2]], gives: .shapeMismatch(declared: "float32 2", inferred: "float32 1")),
    BadNode(
        .stridedSlice, [.given([4]), .wideIntegers([.max]), .wideIntegers([.min]), .wideIntegers([.min])],
        outputs: [[2]], gives: .shapeMismatch(declared: "float32 2", inferred: "float32 1")),
]

private let badGathers: [BadNode] = [
    BadNode(.gather, version: 9, [.given([1])], gives: .unsupportedVersion(found: 9, supported: 1...8)),
    BadNode(.gather, [.given([4])], gives: operands(1, "2")),
    BadNode(.gather, [.given([4]), .zeros([1])], gives: notAnInteger(1, "float32")),
    BadNode(.gather, [.given([4]), .integers([4])], gives: .invalidAttribute("index", found: "4", expected: "0 to 3")),
    BadNode(.gather, [.given([4]), .integers([0, -1])], gives: .invalidAttribute("index", found: "-1", expected: "0 to 3")),
    BadNode(
        .gather, [.given([4]), .wideIntegers([.max])],
        gives: .invalidAttribute("index", found: "9223372036854775807", expected: "0 to 3")),
    BadNode(.gather, [.given([4]), .integers([0])], .init(23, [0: .int(1)]), gives: .invalidAttribute("axis", found: "1", expected: "-1 to 0")),
    BadNode(
        .gather, [.given([4]), .integers([0])], .init(23, [1: .int(1)]),
        gives: .invalidAttribute("batch_dims", found: "1", expected: "up to 0 axes that the input and the indices share")),
    BadNode(
        .gather, [.given([4, 2]), .integers([0])], .init(23, [0: .int(1), 1: .int(small)]),
        gives: .invalidAttribute("batch_dims", found: "-2147483648", expected: "up to 1 axes that the input and the indices share")),
    BadNode(
        .gather, [.given([4, 2]), .integers([0, 1], shape: [2, 1])], .init(23, [0: .int(1), 1: .int(1)]),
        gives: .invalidAttribute("batch_dims", found: "1", expected: "up to 1 axes that the input and the indices share")),
]

private let badOthers: [BadNode] = [
    BadNode(.softmax, version: 5, [.given([1])], gives: .unsupportedVersion(found: 5, supported: 1...4)),
    BadNode(.softmax, [.given([1]), .given([1])], gives: operands(2, "1")),
    BadNode(.softmax, [.given([2], .int8)], gives: notFloat(0, "int8")),
    BadNode(.softmax, [.given([])], gives: .invalidAttribute("rank of input 0", found: "0", expected: "at least 1")),
    BadNode(
        .softmax, [.given([2])], .init(9, [0: .float(.infinity)]),
        gives: .invalidAttribute("beta", found: "inf", expected: "a finite number")),

    BadNode(.resizeBilinear, version: 5, [.given([1])], gives: .unsupportedVersion(found: 5, supported: 1...4)),
    BadNode(.resizeBilinear, [.given([1, 2, 2, 1])], gives: operands(1, "2")),
    BadNode(.resizeBilinear, [.given([1, 2, 2, 1], .int8), .integers([4, 4])], gives: notFloat(0, "int8")),
    BadNode(.resizeBilinear, [.given([2, 2]), .integers([4, 4])], gives: .invalidAttribute("rank of input 0", found: "2", expected: "4")),
    BadNode(.resizeBilinear, [.given([1, 2, 2, 1]), .given([2], .int32)], gives: .operandNotConstant(1)),
    BadNode(
        .resizeBilinear, [.given([1, 2, 2, 1]), .integers([4])],
        gives: .invalidAttribute("size", found: "[4]", expected: "height and width of at least 1")),
    BadNode(
        .resizeBilinear, [.given([1, 2, 2, 1]), .integers([4, 0])],
        gives: .invalidAttribute("size", found: "[4, 0]", expected: "height and width of at least 1")),
    BadNode(
        .resizeBilinear, [.given([1, 2, 2, 1]), .integers([large, large])],
        gives: .invalidAttribute(
            "output shape", found: "[1, 2147483647, 2147483647, 1]", expected: "non-negative extents with a product below 2³¹")),
    BadNode(
        .resizeBilinear, [.given([1, 2, 2, 1]), .integers([4, 4])], .init(15, [2: .bool(true), 3: .bool(true)]),
        gives: .invalidAttribute("half_pixel_centers", found: "set together with align_corners", expected: "one of them at most")),

    BadNode(.dequantize, version: 10, [.given([1])], gives: .unsupportedVersion(found: 10, supported: 1...9)),
    BadNode(.dequantize, [.given([1]), .given([1])], gives: operands(2, "1")),
    BadNode(
        .dequantize, [.given([1])],
        gives: .unsupportedAttribute("element type of input 0", found: "float32", supported: "float16, int8 or uint8")),
    BadNode(
        .dequantize, [.given([1], .int8)],
        gives: .invalidAttribute("quantization of input 0", found: "missing", expected: "scales and zero points")),
    BadNode(
        .dequantize, [.quantized([2, 3], .int8, scales: [1, 1], zeroPoints: [0, 0], dimension: 1)],
        gives: .invalidAttribute("scales of input 0", found: "2 numbers", expected: "1 or 3, one per slice")),
    BadNode(
        .dequantize, [.quantized([2], .int8, scales: [1, 1], zeroPoints: [0, 0], dimension: -5)],
        gives: .invalidAttribute("quantized_dimension of input 0", found: "-5", expected: "-1 to 0")),
    BadNode(
        .dequantize, [.quantized([2], .uint8, scales: [1], zeroPoints: [.min])],
        gives: .invalidAttribute("zero point of input 0", found: "-9223372036854775808", expected: "0 to 255")),
]

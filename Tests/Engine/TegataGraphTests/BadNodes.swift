import TegataFormats
import TegataGraph

/// Broken or unsupported uses of every operator, with the exact error of each.
let badNodes: [BadNode] =
    badConvolutions + badPools + badDense + badElementwise + badReductions + badReshapes + badMoves + badSlices
    + badGathers + badOthers

let large = Int32.max
let small = Int32.min

func operands(_ found: Int, _ expected: String, kind: String = "inputs") -> GraphError.Problem {
    .operandCount(kind: kind, found: found, expected: expected)
}

func notFloat(_ index: Int, _ found: String) -> GraphError.Problem {
    .unsupportedAttribute("element type of input \(index)", found: found, supported: "float32")
}

func notAnInteger(_ index: Int, _ found: String) -> GraphError.Problem {
    .unsupportedAttribute("element type of input \(index)", found: found, supported: "int32 or int64")
}

let signBit = GraphError.Problem.unsupportedAttribute(
    "fused_activation_function", found: "SIGN_BIT", supported: "NONE, RELU, RELU_N1_TO_1, RELU6 or TANH")
let otherQuantization = GraphError.Problem.unsupportedAttribute(
    "quantization of input 0", found: "another one", supported: "that of the output")
let unknownActivation = GraphError.Problem.invalidAttribute(
    "fused_activation_function", found: "77", expected: "0 to 5")

let badElementwise: [BadNode] =
    [
        (.add, 6, 11), (.sub, 5, 28), (.mul, 8, 21), (.div, 2, 29), (.maximum, 4, nil), (.minimum, 4, nil),
        (.prelu, 1, nil),
    ]
    .flatMap { (builtin: BuiltinOperator, versions: Int, options: UInt8?) in
        var nodes = [
            BadNode(
                builtin, version: versions + 1, [.given([1])],
                gives: .unsupportedVersion(found: versions + 1, supported: 1...versions)),
            BadNode(builtin, [.given([1])], gives: operands(1, "2")),
            BadNode(builtin, [.given([1]), .given([1]), .given([1])], gives: operands(3, "2")),
            BadNode(builtin, [nil, .given([1])], gives: .missingOperand(0)),
            BadNode(builtin, [.given([1], .int32), .given([1], .int32)], gives: notFloat(0, "int32")),
            BadNode(builtin, [.given([1]), .given([1], .float16)], gives: notFloat(1, "float16")),
            BadNode(
                builtin, [.given([2, 3]), .given([2])],
                gives: .invalidAttribute("input shapes", found: "2×3 and 2", expected: "extents that are equal or 1")),
            BadNode(
                builtin, [.given([2, 3]), .given([3])],
                gives: .shapeMismatch(declared: "float32 1", inferred: "float32 2×3")),
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
            gives: .invalidAttribute(
                "output shape", found: "[60000, 60000]", expected: "non-negative extents with a product below 2³¹")),
    ]
    + unaryOperators.flatMap { definition in
        let (builtin, versions) = (definition.builtin, definition.versions)
        return [
            BadNode(
                builtin, version: versions.upperBound + 1, [.given([1])],
                gives: .unsupportedVersion(found: versions.upperBound + 1, supported: versions)),
            BadNode(builtin, [.given([1]), .given([1])], gives: operands(2, "1")),
            BadNode(builtin, [], gives: operands(0, "1")),
            BadNode(builtin, [.given([1], .int8)], gives: notFloat(0, "int8")),
            BadNode(builtin, [.given([2])], outputs: [[1], [1]], gives: operands(2, "1", kind: "outputs")),
            BadNode(builtin, [.given([2])], gives: .shapeMismatch(declared: "float32 1", inferred: "float32 2")),
        ]
    }

let badReductions: [BadNode] =
    [(.mean, 3), (.sum, 2), (.reduceMax, 3), (.reduceMin, 3)].flatMap { (builtin: BuiltinOperator, versions: Int) in
        [
            BadNode(
                builtin, version: versions + 1, [.given([1])],
                gives: .unsupportedVersion(found: versions + 1, supported: 1...versions)),
            BadNode(builtin, [.given([1])], gives: operands(1, "2")),
            BadNode(builtin, [.given([2, 3], .int32), .integers([0])], gives: notFloat(0, "int32")),
            BadNode(builtin, [.given([2, 3]), .given([1], .int32)], gives: .operandNotConstant(1)),
            BadNode(builtin, [.given([2, 3]), .zeros([1])], gives: notAnInteger(1, "float32")),
            BadNode(
                builtin, [.given([2, 3]), .integers([2])],
                gives: .invalidAttribute("axis", found: "2", expected: "-2 to 1")),
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

let badOthers: [BadNode] = [
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
    BadNode(
        .resizeBilinear, [.given([2, 2]), .integers([4, 4])],
        gives: .invalidAttribute("rank of input 0", found: "2", expected: "4")),
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
            "output shape", found: "[1, 2147483647, 2147483647, 1]",
            expected: "non-negative extents with a product below 2³¹")),
    BadNode(
        .resizeBilinear, [.given([1, 2, 2, 1]), .integers([4, 4])], .init(15, [2: .bool(true), 3: .bool(true)]),
        gives: .invalidAttribute(
            "half_pixel_centers", found: "set together with align_corners", expected: "at most one of them")),

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

import TegataFormats
import TegataGraph

private func convolution(
    _ builtin: BuiltinOperator = .conv2D, picture: [Int] = [1, 4, 4, 2], filter: [Int] = [3, 3, 3, 2],
    bias: [Int] = [3],
    fields: [Int: OneOperator.Field] = [:], gives problem: GraphError.Problem
) -> BadNode {
    // Fields 1 and 2 are the strides in both tables.
    let options = OneOperator.Options(builtin == .conv2D ? 1 : 2, [1: .int(1), 2: .int(1)].merging(fields) { $1 })
    return BadNode(builtin, [.given(picture), .zeros(filter), .zeros(bias)], options, gives: problem)
}

private let bytesWithoutScales = GraphError.Problem.invalidAttribute(
    "quantization of input 1", found: "missing", expected: "scales and zero points")

let badConvolutions: [BadNode] = [
    BadNode(.conv2D, version: 9, [.given([1])], gives: .unsupportedVersion(found: 9, supported: 1...8)),
    BadNode(.conv2D, version: 0, [.given([1])], gives: .unsupportedVersion(found: 0, supported: 1...8)),
    BadNode(.conv2D, [.given([1])], gives: operands(1, "2 to 3")),
    BadNode(.conv2D, [.given([1, 4, 4, 2]), nil], gives: .missingOperand(1)),
    BadNode(
        .conv2D, [.given([1, 4, 4, 2]), .zeros([3, 3, 3, 2])], .init(2),
        gives: .invalidAttribute("type of the options", found: "2", expected: "1")),
    // Without options, strides are 0.
    BadNode(
        .conv2D, [.given([1, 4, 4, 2]), .zeros([3, 3, 3, 2])],
        gives: .invalidAttribute("stride_h", found: "0", expected: "at least 1")),
    BadNode(.conv2D, [.given([1, 4, 4, 2]), .zeros([3, 3, 3, 2], .uint8)], gives: notFloat(1, "uint8")),
    BadNode(.conv2D, [.given([1, 4, 4, 2]), .zeros([3, 3, 3, 2], .int8)], gives: bytesWithoutScales),
    BadNode(.conv2D, [.given([1, 4, 4, 2], .uint8), .zeros([3, 3, 3, 2])], gives: notFloat(0, "uint8")),
    convolution(picture: [4, 4, 2], gives: .invalidAttribute("rank of input 0", found: "3", expected: "4")),
    convolution(
        picture: [1, 4, 4, 2], filter: [3, 3, 2], gives: .invalidAttribute("rank of input 1", found: "3", expected: "4")
    ),
    convolution(
        picture: [1, 4, 4, 5],
        gives: .invalidAttribute("filter channels", found: "2", expected: "at least 1 and a divisor of the input's 5")),
    convolution(
        picture: [1, 4, 4, 4],
        gives: .invalidAttribute("filter count", found: "3", expected: "a multiple of the 2 groups")),
    convolution(
        bias: [4],
        gives: .invalidAttribute("shape of input 2", found: "4", expected: "3 elements, one per output channel")),
    convolution(
        fields: [0: .byte(2)], gives: .invalidAttribute("padding", found: "2", expected: "0 (SAME) or 1 (VALID)")),
    convolution(fields: [2: .int(-1)], gives: .invalidAttribute("stride_h", found: "-1", expected: "at least 1")),
    convolution(
        fields: [1: .int(small)], gives: .invalidAttribute("stride_w", found: "-2147483648", expected: "at least 1")),
    convolution(
        fields: [4: .int(0)], gives: .invalidAttribute("dilation_w_factor", found: "0", expected: "at least 1")),
    convolution(
        fields: [5: .int(-3)], gives: .invalidAttribute("dilation_h_factor", found: "-3", expected: "at least 1")),
    convolution(
        fields: [0: .byte(1), 5: .int(large)],
        gives: .invalidAttribute(
            "window height", found: "4294967295", expected: "at most the image's 4 with VALID padding")),
    // The largest allowed values still produce a shape.
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
        gives: .invalidAttribute(
            "window width", found: "5", expected: "at most the image's 4 with VALID padding")),
    convolution(.depthwiseConv2D, picture: [1, 4, 4, 3], filter: [1, 3, 3, 3], fields: [4: .byte(5)], gives: signBit),
]

let badPools: [BadNode] = [BuiltinOperator.maxPool2D, .averagePool2D].flatMap { builtin in
    func pool(picture: [Int] = [1, 4, 4, 2], fields: [Int: OneOperator.Field] = [:], gives problem: GraphError.Problem)
        -> BadNode
    {
        let window: [Int: OneOperator.Field] = [1: .int(1), 2: .int(1), 3: .int(2), 4: .int(2)]
        return BadNode(builtin, [.given(picture)], .init(5, window.merging(fields) { $1 }), gives: problem)
    }
    return [
        BadNode(builtin, version: 4, [.given([1])], gives: .unsupportedVersion(found: 4, supported: 1...3)),
        BadNode(builtin, [.given([1]), .given([1])], gives: operands(2, "1")),
        BadNode(builtin, [.given([1, 4, 4, 2], .int8)], gives: notFloat(0, "int8")),
        BadNode(
            builtin, [.given([1, 4, 4, 2])],
            gives: .invalidAttribute("filter_height", found: "0", expected: "at least 1")),
        pool(picture: [4, 4, 2], gives: .invalidAttribute("rank of input 0", found: "3", expected: "4")),
        pool(fields: [3: .int(-1)], gives: .invalidAttribute("filter_width", found: "-1", expected: "at least 1")),
        pool(fields: [1: .int(0)], gives: .invalidAttribute("stride_w", found: "0", expected: "at least 1")),
        pool(
            fields: [0: .byte(1), 4: .int(5)],
            gives: .invalidAttribute(
                "window height", found: "5", expected: "at most the image's 4 with VALID padding")),
        pool(
            fields: [0: .byte(-1)], gives: .invalidAttribute("padding", found: "-1", expected: "0 (SAME) or 1 (VALID)")),
        pool(fields: [5: .byte(5)], gives: signBit),
        pool(
            fields: [3: .int(large), 4: .int(large)],
            gives: .shapeMismatch(declared: "float32 1", inferred: "float32 1×4×4×2")),
    ]
}

let badDense: [BadNode] = [
    BadNode(.fullyConnected, version: 15, [.given([1])], gives: .unsupportedVersion(found: 15, supported: 1...14)),
    BadNode(.fullyConnected, [.given([1])], gives: operands(1, "2 to 3")),
    BadNode(.fullyConnected, [.given([2, 4]), .zeros([3, 4], .uint8)], gives: notFloat(1, "uint8")),
    BadNode(.fullyConnected, [.given([2, 4]), .zeros([3, 4], .int8)], gives: bytesWithoutScales),
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
        .fullyConnected, [.given([2, 4]), .zeros([3, 4])],
        gives: .shapeMismatch(declared: "float32 1", inferred: "float32 2×3")),
]

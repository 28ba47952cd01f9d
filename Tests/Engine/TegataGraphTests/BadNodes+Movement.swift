import TegataFormats
import TegataGraph

let badReshapes: [BadNode] = [
    BadNode(.reshape, version: 2, [.given([1])], gives: .unsupportedVersion(found: 2, supported: 1...1)),
    BadNode(.reshape, [], gives: operands(0, "1 to 2")),
    BadNode(.reshape, [.given([2, 3]), .given([1], .int32)], gives: .operandNotConstant(1)),
    BadNode(
        .reshape, [.given([2, 3]), .integers([6], shape: [1, 1])],
        gives: .invalidAttribute("rank of input 1", found: "2", expected: "1")),
    BadNode(
        .reshape, [.given([2, 3]), .integers([2, 2])],
        gives: .invalidAttribute("new_shape", found: "[2, 2]", expected: "6 elements")),
    BadNode(
        .reshape, [.given([2, 3]), .integers([4, -1])],
        gives: .invalidAttribute("new_shape", found: "[4, -1]", expected: "6 elements")),
    BadNode(
        .reshape, [.given([2, 3]), .integers([0, -1])],
        gives: .invalidAttribute("new_shape", found: "[0, -1]", expected: "6 elements")),
    BadNode(
        .reshape, [.given([2, 3]), .integers([-1, -1])],
        gives: .invalidAttribute(
            "new_shape", found: "[1, -1]", expected: "non-negative extents with a product below 2³¹")),
    BadNode(
        .reshape, [.given([2, 3])], .init(17, [0: .ints([large, large])]),
        gives: .invalidAttribute(
            "new_shape", found: "[2147483647, 2147483647]", expected: "non-negative extents with a product below 2³¹")),
    BadNode(.reshape, [.given([2, 3])], gives: .invalidAttribute("new_shape", found: "[]", expected: "6 elements")),
    BadNode(
        .reshape, [.given([2, 3])], .init(17, [0: .ints([6])]),
        gives: .shapeMismatch(declared: "float32 1", inferred: "float32 6")),

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
    BadNode(
        .expandDims, [.given([2]), .integers([0, 1])], gives: .invalidAttribute("axis count", found: "2", expected: "1")
    ),
    BadNode(
        .expandDims, [.given([2]), .integers([2])], gives: .invalidAttribute("axis", found: "2", expected: "-2 to 1")),
    BadNode(
        .expandDims, [.given([2]), .wideIntegers([.min])],
        gives: .invalidAttribute("axis", found: "-9223372036854775808", expected: "-2 to 1")),
]

let badMoves: [BadNode] = [
    BadNode(.transpose, version: 10, [.given([1])], gives: .unsupportedVersion(found: 10, supported: 1...9)),
    BadNode(.transpose, [.given([2, 3])], gives: operands(1, "2")),
    BadNode(.transpose, [.given([2, 3]), .given([2], .int32)], gives: .operandNotConstant(1)),
    BadNode(
        .transpose, [.given([2, 3]), .integers([0])],
        gives: .invalidAttribute("permutation", found: "[0]", expected: "each of the 2 axes once")),
    BadNode(
        .transpose, [.given([2, 3]), .integers([1, 1])],
        gives: .invalidAttribute("permutation", found: "[1, 1]", expected: "each of the 2 axes once")),
    BadNode(
        .transpose, [.given([2, 3]), .integers([0, 2])],
        gives: .invalidAttribute("permutation", found: "2", expected: "-2 to 1")),

    BadNode(.concatenation, version: 8, [.given([1])], gives: .unsupportedVersion(found: 8, supported: 1...7)),
    BadNode(.concatenation, [], gives: operands(0, "at least 1")),
    BadNode(
        .concatenation, [.given([2]), .given([2])], .init(10, [0: .int(1)]),
        gives: .invalidAttribute("axis", found: "1", expected: "-1 to 0")),
    BadNode(
        .concatenation, [.given([])],
        gives: .invalidAttribute("axis", found: "0", expected: "none, because the tensor is a scalar")),
    BadNode(
        .concatenation, [.given([2, 3]), .given([2, 2])],
        gives: .invalidAttribute("shape of input 1", found: "2×2", expected: "2×3 except for axis 0")),
    BadNode(
        .concatenation, [.given([2, 3]), .given([3])],
        gives: .invalidAttribute("shape of input 1", found: "3", expected: "2×3 except for axis 0")),
    BadNode(
        .concatenation, [.given([2]), .given([2], .int32)],
        gives: .invalidAttribute("element type of input 1", found: "int32", expected: "float32 as for input 0")),
    BadNode(
        .concatenation,
        [
            .given([2], .uint8),
            .quantized([2], .uint8, scales: [0.5], zeroPoints: [0]),
        ],
        gives: .unsupportedAttribute(
            "quantization of input 1", found: "another one", supported: "that of the output")),
    BadNode(.concatenation, [.given([2]), nil], gives: .missingOperand(1)),
    BadNode(.concatenation, [.given([2]), .given([2])], .init(10, [1: .byte(5)]), gives: signBit),
    BadNode(.concatenation, [.given([2], .int32)], .init(10, [1: .byte(1)]), gives: notFloat(0, "int32")),

    BadNode(.pad, version: 7, [.given([1])], gives: .unsupportedVersion(found: 7, supported: 1...6)),
    BadNode(.pad, [.given([2])], gives: operands(1, "2")),
    BadNode(.pad, [.given([2]), .given([1, 2], .int32)], gives: .operandNotConstant(1)),
    BadNode(
        .pad, [.given([2]), .integers([1, 1])], gives: .invalidAttribute("padding shape", found: "2", expected: "1×2")),
    BadNode(
        .pad, [.given([2]), .integers([1, -1], shape: [1, 2])],
        gives: .invalidAttribute("padding of axis 0", found: "1 and -1", expected: "0 to 2147483647")),
    BadNode(
        .pad, [.given([2]), .integers([large, large], shape: [1, 2])],
        gives: .invalidAttribute(
            "output shape", found: "[4294967296]", expected: "non-negative extents with a product below 2³¹")),
    BadNode(
        .pad, [.quantized([2], .int8, scales: [1], zeroPoints: [128]), .integers([0, 1], shape: [1, 2])],
        gives: .invalidAttribute("zero point of input 0", found: "128", expected: "-128 to 127")),
    BadNode(
        .pad, [.quantized([2], .int8, scales: [1], zeroPoints: [3]), .integers([0, 1], shape: [1, 2])],
        gives: otherQuantization),
    BadNode(
        .pack, [.quantized([2], .uint8, scales: [1], zeroPoints: [3])], .init(59, [0: .int(1)]),
        gives: otherQuantization),

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
        gives: .invalidAttribute("type of input 1", found: "float32 3", expected: "float32 2 as for input 0")),
    BadNode(
        .pack, [.given([2]), .given([2])], .init(59, [0: .int(2), 1: .int(-3)]),
        gives: .invalidAttribute("axis", found: "-3", expected: "-2 to 1")),
]

let badSlices: [BadNode] = [
    BadNode(.slice, version: 9, [.given([1])], gives: .unsupportedVersion(found: 9, supported: 1...8)),
    BadNode(.slice, [.given([4]), .integers([0])], gives: operands(2, "3")),
    BadNode(.slice, [.given([4]), .given([1], .int32), .integers([1])], gives: .operandNotConstant(1)),
    BadNode(.slice, [.given([4]), .integers([0]), .given([1], .int32)], gives: .operandNotConstant(2)),
    BadNode(
        .slice, [.given([4]), .integers([0, 0]), .integers([1])],
        gives: .invalidAttribute("begin", found: "[0, 0]", expected: "1 numbers")),
    BadNode(
        .slice, [.given([4]), .integers([0]), .integers([1, 1])],
        gives: .invalidAttribute("size", found: "[1, 1]", expected: "1 numbers")),
    BadNode(
        .slice, [.given([4]), .integers([-1]), .integers([1])],
        gives: .invalidAttribute("begin of axis 0", found: "-1", expected: "0 to 4")),
    BadNode(
        .slice, [.given([4]), .integers([1]), .integers([4])],
        gives: .invalidAttribute("size of axis 0", found: "4", expected: "-1 to 3")),
    BadNode(
        .slice, [.given([4]), .integers([1]), .integers([-2])],
        gives: .invalidAttribute("size of axis 0", found: "-2", expected: "-1 to 3")),
    BadNode(
        .slice, [.given([4]), .wideIntegers([.max]), .wideIntegers([.max])],
        gives: .invalidAttribute("begin of axis 0", found: "9223372036854775807", expected: "0 to 4")),

    BadNode(.stridedSlice, version: 9, [.given([1])], gives: .unsupportedVersion(found: 9, supported: 1...8)),
    BadNode(.stridedSlice, [.given([4]), .integers([0]), .integers([1])], gives: operands(3, "4")),
    BadNode(
        .stridedSlice, [.given([4]), .integers([0]), .given([1], .int32), .integers([1])], gives: .operandNotConstant(2)
    ),
    BadNode(
        .stridedSlice, [.given([4]), .integers([0]), .integers([1, 2]), .integers([1])],
        gives: .invalidAttribute(
            "begin, end and stride", found: "1, 2 and 1 numbers", expected: "equal counts of at most 32")),
    BadNode(
        .stridedSlice, [.given([4]), .integers([0]), .integers([1]), .integers([0])],
        gives: .invalidAttribute("stride of entry 0", found: "0", expected: "not 0")),
    BadNode(
        .stridedSlice, [.given([4]), .integers([0, 0]), .integers([1, 1]), .integers([1, 1])],
        gives: .invalidAttribute("begin", found: "2 entries", expected: "entries for at most 1 axes")),
    BadNode(
        .stridedSlice, [.given([4]), .integers([4]), .integers([5]), .integers([1])], .init(32, [4: .int(1)]),
        gives: .invalidAttribute("begin of entry 0", found: "4", expected: "a position on an axis of 4")),
    BadNode(
        .stridedSlice, [.given([4, 4]), .integers([0, 0]), .integers([1, 1]), .integers([1, 1])],
        .init(32, [2: .int(3)]),
        gives: .invalidAttribute("ellipsis_mask", found: "3", expected: "at most one bit")),
    // The largest allowed values still produce a shape.
    BadNode(
        .stridedSlice, [.given([4]), .wideIntegers([.min]), .wideIntegers([.max]), .wideIntegers([.max])],
        .init(32, [5: .bool(true)]), outputs: [[2]], gives: .shapeMismatch(declared: "float32 2", inferred: "float32 1")
    ),
    BadNode(
        .stridedSlice, [.given([4]), .wideIntegers([.max]), .wideIntegers([.min]), .wideIntegers([.min])],
        outputs: [[2]], gives: .shapeMismatch(declared: "float32 2", inferred: "float32 1")),
]

let badGathers: [BadNode] = [
    BadNode(.gather, version: 9, [.given([1])], gives: .unsupportedVersion(found: 9, supported: 1...8)),
    BadNode(.gather, [.given([4])], gives: operands(1, "2")),
    BadNode(.gather, [.given([4]), .zeros([1])], gives: notAnInteger(1, "float32")),
    BadNode(.gather, [.given([4]), .integers([4])], gives: .invalidAttribute("index", found: "4", expected: "0 to 3")),
    BadNode(
        .gather, [.given([4]), .integers([0, -1])], gives: .invalidAttribute("index", found: "-1", expected: "0 to 3")),
    BadNode(
        .gather, [.given([4]), .wideIntegers([.max])],
        gives: .invalidAttribute("index", found: "9223372036854775807", expected: "0 to 3")),
    BadNode(
        .gather, [.given([4]), .integers([0])], .init(23, [0: .int(1)]),
        gives: .invalidAttribute("axis", found: "1", expected: "-1 to 0")),
    BadNode(
        .gather, [.given([4]), .integers([0])], .init(23, [1: .int(1)]),
        gives: .invalidAttribute(
            "batch_dims", found: "1", expected: "up to 0 axes that the input and the indices share")),
    BadNode(
        .gather, [.given([4, 2]), .integers([0])], .init(23, [0: .int(1), 1: .int(small)]),
        gives: .invalidAttribute(
            "batch_dims", found: "-2147483648", expected: "up to 1 axes that the input and the indices share")),
    BadNode(
        .gather, [.given([4, 2]), .integers([0, 1], shape: [2, 1])], .init(23, [0: .int(1), 1: .int(1)]),
        gives: .invalidAttribute(
            "batch_dims", found: "1", expected: "up to 1 axes that the input and the indices share")),
]

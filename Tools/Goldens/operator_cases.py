"""The cases of the operator goldens: for each operator what its options can ask for."""

import itertools

import numpy as np

from tflite_models import ACTIVATIONS, Case, Operand

SAME, VALID = 0, 1
RELU, RELU_N1_TO_1, RELU6, TANH = (ACTIVATIONS[name] for name in ("RELU", "RELU_N1_TO_1", "RELU6", "TANH"))
generator = np.random.default_rng(1)


def floats(*shape, scale=2.0):
    """Floats within ±scale; multiples of scale / 256, which compress well."""
    return (generator.integers(-256, 257, shape) * (scale / 256)).astype(np.float32)


def integers(*shape, element=np.int32):
    return generator.integers(0, 100, shape).astype(element)


def constant(array, element=None, **quantization):
    return Operand(np.asarray(array, element), constant=True, **quantization)


def half(array):
    return constant(array.astype(np.float16))


def indices(*values):
    return constant(values, np.int32)


def conv_2d():
    def case(name, picture, filters, padding=SAME, stride=(1, 1), dilation=(1, 1), activation=0, weights=constant,
             bias=True, bias_as=constant):
        operands = [floats(*picture), weights(floats(*filters, scale=0.5))]
        reference = None
        if bias:
            operands.append(bias_as(floats(filters[0])))
        else:
            reference = operands + [constant(np.zeros(filters[0], np.float32))]
        return Case(
            name, operands, "Conv2DOptions", reference_operands=reference, padding=padding, strideH=stride[0], strideW=stride[1],
            dilationHFactor=dilation[0], dilationWFactor=dilation[1], fusedActivationFunction=activation)

    return [
        case("valid", (1, 5, 6, 3), (4, 3, 3, 3), VALID),
        case("same", (1, 5, 6, 3), (4, 3, 3, 3)),
        case("same stride 2 even", (1, 6, 8, 3), (4, 3, 3, 3), stride=(2, 2)),
        case("same stride 2 odd", (1, 7, 5, 2), (3, 3, 3, 2), stride=(2, 2)),
        case("same even filter", (1, 5, 5, 2), (3, 2, 4, 2)),
        case("valid strides differ", (1, 9, 8, 2), (3, 3, 2, 2), VALID, stride=(3, 2)),
        case("valid stride leaves a rest", (1, 8, 8, 1), (2, 3, 3, 1), VALID, stride=(3, 4)),
        case("same stride beyond the picture", (1, 3, 3, 2), (2, 3, 3, 2), stride=(7, 5)),
        case("same filter beyond the picture", (1, 2, 3, 2), (2, 5, 7, 2)),
        case("same dilation", (1, 7, 8, 2), (3, 3, 3, 2), dilation=(2, 2)),
        case("valid dilations differ", (1, 7, 9, 2), (3, 2, 3, 2), VALID, dilation=(3, 2)),
        case("same dilation and stride", (1, 9, 7, 2), (3, 3, 3, 2), stride=(2, 2), dilation=(2, 1)),
        case("pixel", (1, 3, 4, 5), (7, 1, 1, 5)),
        case("pixel stride 2", (1, 5, 4, 3), (2, 1, 1, 3), stride=(2, 2)),
        case("batches", (3, 4, 3, 2), (2, 3, 3, 2)),
        case("groups", (1, 4, 5, 6), (4, 3, 3, 3)),
        case("a group per channel", (2, 4, 4, 4), (8, 2, 2, 1), VALID),
        case("many channels", (1, 2, 3, 33), (17, 1, 2, 33)),
        case("no bias", (1, 4, 4, 2), (3, 3, 3, 2), bias=False),
        case("relu", (1, 4, 4, 2), (3, 3, 3, 2), activation=RELU),
        case("relu n1 to 1", (1, 4, 4, 2), (3, 3, 3, 2), activation=RELU_N1_TO_1),
        case("relu6", (1, 4, 4, 2), (3, 3, 3, 2), activation=RELU6),
        case("tanh", (1, 4, 4, 2), (3, 3, 3, 2), activation=TANH),
        case("float16 weights", (1, 4, 4, 2), (3, 3, 3, 2), weights=half, bias_as=half),
        case("run-time weights", (1, 4, 4, 2), (3, 3, 3, 2), weights=Operand, bias_as=Operand, activation=RELU6),
        case("run-time bias", (1, 4, 4, 2), (3, 1, 1, 2), bias_as=Operand),
    ]


def depthwise_conv_2d():
    def case(name, picture, window, multiplier=1, padding=SAME, stride=(1, 1), dilation=(1, 1), activation=0,
             weights=constant, bias=True, bias_as=constant):
        channels = picture[3] * multiplier
        operands = [floats(*picture), weights(floats(1, *window, channels))]
        reference = None
        if bias:
            operands.append(bias_as(floats(channels)))
        else:
            reference = operands + [constant(np.zeros(channels, np.float32))]
        return Case(
            name, operands, "DepthwiseConv2DOptions", reference_operands=reference, padding=padding, strideH=stride[0], strideW=stride[1],
            depthMultiplier=multiplier, dilationHFactor=dilation[0], dilationWFactor=dilation[1],
            fusedActivationFunction=activation)

    return [
        case("valid", (1, 5, 6, 3), (3, 3), padding=VALID),
        case("same", (1, 5, 6, 3), (3, 3)),
        case("same 5x5", (1, 6, 7, 17), (5, 5)),
        case("same stride 2 even", (1, 6, 8, 4), (3, 3), stride=(2, 2)),
        case("same stride 2 odd", (1, 7, 5, 9), (5, 5), stride=(2, 2)),
        case("valid strides differ", (1, 9, 8, 2), (3, 2), padding=VALID, stride=(2, 3)),
        case("same even window", (1, 5, 5, 2), (2, 4)),
        case("same window beyond the picture", (1, 2, 3, 4), (5, 7)),
        case("multiplier 2", (1, 4, 5, 3), (3, 3), multiplier=2),
        case("multiplier 8 of one channel", (1, 4, 4, 1), (3, 3), multiplier=8, stride=(2, 2)),
        case("multiplier 3 valid", (2, 4, 4, 2), (2, 2), multiplier=3, padding=VALID),
        case("same dilation", (1, 7, 8, 3), (3, 3), dilation=(2, 2)),
        case("valid dilations differ", (1, 7, 9, 2), (2, 3), padding=VALID, dilation=(3, 2)),
        case("batches", (3, 4, 3, 5), (3, 3)),
        case("no bias", (1, 4, 4, 2), (3, 3), bias=False),
        case("relu", (1, 4, 4, 2), (3, 3), activation=RELU),
        case("relu n1 to 1", (1, 4, 4, 2), (3, 3), activation=RELU_N1_TO_1),
        case("relu6", (1, 4, 4, 2), (3, 3), activation=RELU6),
        case("tanh", (1, 4, 4, 2), (3, 3), activation=TANH),
        case("float16 weights", (1, 4, 4, 2), (3, 3), weights=half, bias_as=half),
        case("run-time weights", (1, 4, 4, 2), (3, 3), weights=Operand, bias_as=Operand, activation=RELU),
    ]


def fully_connected():
    def case(name, shape, units, depth=None, activation=0, keep=False, weights=constant, bias=True, bias_as=constant,
             **options):
        operands = [floats(*shape), weights(floats(units, depth or shape[-1], scale=0.5))]
        if bias:
            operands.append(bias_as(floats(units)) if bias is True else None)
        return Case(
            name, operands, "FullyConnectedOptions", fusedActivationFunction=activation, keepNumDims=keep, **options)

    return [
        case("one row", (1, 9), 5),
        case("rows", (4, 7), 19),
        case("picture", (1, 2, 3, 4), 5, depth=24),
        case("rows of a picture", (2, 2, 3, 4), 5),
        case("rows across axes", (2, 6), 3, depth=4),
        case("one axis", (8,), 3),
        case("keeps axes", (2, 3, 5), 4, keep=True),
        case("no bias", (2, 5), 3, bias=False),
        case("bias left out", (2, 5), 3, bias="left out"),
        case("relu", (2, 5), 6, activation=RELU),
        case("relu n1 to 1", (2, 5), 6, activation=RELU_N1_TO_1),
        case("relu6", (2, 5), 6, activation=RELU6),
        case("tanh", (2, 5), 6, activation=TANH),
        case("float16 weights", (2, 5), 6, weights=half, bias_as=half),
        case("run-time weights", (2, 5), 6, weights=Operand, bias_as=Operand),
    ]


def binary(kind, nonzero=False):
    def operand(*shape):
        values = floats(*shape)
        return np.where(values == 0, np.float32(0.5), values) if nonzero else values

    def listed():
        def case(name, a, b, activation=0):
            options = {"fusedActivationFunction": activation} if kind else {}
            return Case(name, [a, b], kind, **options)

        result = [
            case("equal shapes", floats(1, 3, 4, 2), operand(1, 3, 4, 2)),
            case("scalar", floats(2, 3), constant(operand())),
            case("one element first", floats(1), operand(2, 3, 2)),
            case("channels", floats(2, 3, 2, 5), constant(operand(5))),
            case("pixels", floats(1, 3, 4, 5), operand(1, 3, 4, 1)),
            case("both repeated", floats(3, 1, 4, 1), operand(1, 2, 1, 5)),
            case("ranks differ", floats(4), operand(2, 3, 4)),
            case("rows", constant(floats(1, 2, 1, 3)), operand(2, 2, 3, 3)),
            case("scalars", floats(), operand()),
        ]
        if kind:
            for name, activation in ACTIVATIONS.items():
                if activation:
                    result.append(
                        case(name.lower().replace("_", " "), floats(2, 9, scale=8), operand(2, 9), activation))
            result.append(case("channels relu", floats(2, 5, 3), constant(operand(3)), RELU))
        if kind and kind != "DivOptions":
            result.append(case("five axes", floats(2, 1, 2, 1, 3), operand(1, 2, 1, 2, 3)))
        return result

    return listed


def prelu():
    def case(name, shape, slopes, slopes_as=constant):
        return Case(name, [floats(*shape), slopes_as(floats(*slopes))])

    return [
        case("channels", (1, 3, 4, 5), (1, 1, 5)),
        case("one slope", (2, 7), (1,)),
        case("a slope per element", (1, 2, 3, 4), (2, 3, 4)),
        case("rows", (2, 3, 4), (3, 1)),
        case("run-time slopes", (1, 2, 2, 3), (1, 1, 3), Operand),
    ]


def unary(scale=10.0):
    return lambda: [
        Case("picture", [floats(1, 3, 4, 5, scale=scale)]),
        Case("row", [floats(1, 37, scale=scale / 4)]),
        Case("scalar", [floats(scale=scale)]),
        Case("extremes", [np.array([-1e30, -100, -20, -9, -3, -0.0, 0.0, 1e-6, 3, 6, 9, 17, 100, 1e30], np.float32)]),
    ]


def hard_swish():
    return unary()()[:3] + [Case("edges", [np.array([-100, -3.5, -3, -2.5, -0.0, 0, 2.5, 3, 3.5, 100], np.float32)])]


def softmax():
    def case(name, values, beta=1.0):
        return Case(name, [values], "SoftmaxOptions", beta=beta)

    return [
        case("row", floats(1, 8)),
        case("one axis", floats(5)),
        case("picture", floats(1, 2, 3, 4)),
        case("three axes", floats(2, 3, 7)),
        case("one class", floats(4, 1)),
        case("beta 0.5", floats(2, 9, scale=8), 0.5),
        case("beta 3", floats(2, 9), 3.0),
        case("large values", floats(3, 6, scale=300)),
    ]


def pool():
    def case(name, picture, window, padding=SAME, stride=(1, 1), activation=0):
        return Case(
            name, [floats(*picture, scale=8)], "Pool2DOptions", padding=padding, strideH=stride[0], strideW=stride[1],
            filterHeight=window[0], filterWidth=window[1], fusedActivationFunction=activation)

    return [
        case("valid 2x2", (1, 4, 6, 3), (2, 2), VALID, (2, 2)),
        case("valid leaves a rest", (1, 5, 7, 2), (2, 2), VALID, (2, 2)),
        case("same 3x3", (1, 4, 5, 3), (3, 3)),
        case("same stride 2", (1, 5, 6, 2), (3, 3), SAME, (2, 2)),
        case("strides differ", (1, 7, 6, 2), (3, 2), SAME, (3, 1)),
        case("window beyond the picture", (1, 2, 3, 2), (5, 4)),
        case("window of the whole picture", (1, 4, 5, 6), (4, 5), VALID),
        case("one tap", (1, 3, 3, 2), (1, 1), VALID, (2, 2)),
        case("batches", (3, 3, 4, 2), (2, 2)),
        case("relu", (1, 4, 4, 2), (2, 2), VALID, (1, 1), RELU),
        case("relu n1 to 1", (1, 4, 4, 2), (2, 2), VALID, (1, 1), RELU_N1_TO_1),
        case("relu6", (1, 4, 4, 2), (2, 2), VALID, (1, 1), RELU6),
        case("tanh", (1, 4, 4, 2), (2, 2), VALID, (1, 1), TANH),
    ]


def reduction():
    def case(name, shape, axes, keep=False):
        return Case(name, [floats(*shape), constant(axes, np.int32)], "ReducerOptions", keepDims=keep)

    return [
        case("height and width", (1, 3, 4, 5), [1, 2]),
        case("height and width kept", (2, 3, 4, 5), [1, 2], True),
        case("last", (2, 3, 4), [2]),
        case("last kept", (2, 3, 4), [-1], True),
        case("first", (4, 5), [0]),
        case("middle", (2, 5, 3), [1]),
        case("negative", (2, 3, 4, 2), [-2, -3]),
        case("scalar axis", (2, 5), 1),
        case("all", (2, 3, 4), [0, 1, 2]),
        case("all kept", (2, 3, 4), [0, 1, 2], True),
        case("apart", (2, 3, 4), [0, 2]),
        case("apart kept", (2, 3, 2, 4), [0, 2], True),
        case("around axes of one", (2, 1, 3, 1, 4), [2, 4]),
        case("named twice", (2, 3, 4), [1, -2, 1]),
        case("axis of one", (3, 1, 4), [1]),
        case("one axis", (19,), [0]),
        case("no axes", (2, 3), np.zeros(0)),
        case("large values", (2, 50), [1], True),
    ]


def resize_bilinear():
    def case(name, picture, size, version=3, **options):
        return Case(name, [floats(*picture), indices(*size)], "ResizeBilinearOptions", version=version, **options)

    result = []
    for name, picture, size in [
        ("twice", (1, 3, 4, 3), (6, 8)), ("larger", (1, 3, 4, 2), (7, 5)), ("smaller", (1, 7, 9, 2), (3, 4)),
        ("half", (1, 6, 8, 2), (3, 4)), ("same size", (1, 3, 4, 2), (3, 4)), ("from one pixel", (1, 1, 1, 3), (2, 3)),
        ("to one pixel", (1, 4, 5, 3), (1, 1)), ("batches", (2, 3, 2, 1), (4, 5)),
        ("one way only", (1, 2, 5, 2), (6, 2)), ("three times", (1, 4, 3, 1), (12, 9)),
    ]:
        result += [
            case(name, picture, size), case(name + " corners aligned", picture, size, alignCorners=True),
            case(name + " half-pixel centres", picture, size, halfPixelCenters=True)]
    return result + [case("version 1", (1, 2, 2, 1), (3, 3), version=1)]


def pad():
    def case(name, values, paddings, element=np.int32):
        return Case(name, [values, constant(paddings, element)], "PadOptions")

    return [
        case("channels", floats(1, 2, 3, 4), [[0, 0], [0, 0], [0, 0], [0, 3]]),
        case("height and width", floats(1, 2, 3, 2), [[0, 0], [1, 2], [0, 1], [0, 0]]),
        case("all axes", floats(1, 2, 2, 1), [[1, 0], [0, 1], [2, 1], [1, 1]]),
        case("one axis", floats(5), [[2, 1]]),
        case("two axes", floats(2, 3), [[0, 1], [1, 0]]),
        case("nothing", floats(2, 3), [[0, 0], [0, 0]]),
        case("int64 paddings", floats(2, 3), [[1, 0], [0, 2]], np.int64),
        case("int32", integers(2, 3), [[1, 0], [0, 2]]),
        case("int64", integers(2, 3, element=np.int64), [[1, 0], [0, 2]]),
        case("quantised int8", Operand(integers(2, 3, element=np.int8), scales=[0.5], zero_points=[-7]), [[1, 0], [0, 2]]),
        case("quantised uint8", Operand(integers(3, element=np.uint8), scales=[0.1], zero_points=[128]), [[2, 1]]),
    ]


def reshape():
    def case(name, values, shape=None, new_shape=None):
        operands = [values] + ([] if shape is None else [constant(shape, np.int32)])
        options = {} if new_shape is None else {"newShape": new_shape}
        return Case(name, operands, "ReshapeOptions", **options)

    return [
        case("from a tensor", floats(2, 3, 4), [4, 6]),
        case("from options", floats(2, 3, 4), None, [6, 4]),
        case("open extent", floats(2, 3, 4), [2, -1]),
        case("open extent in options", floats(2, 3, 4), None, [-1, 2, 2]),
        case("tensor before options", floats(2, 3), [3, 2], [6]),
        case("to a scalar", floats(1), np.zeros(0)),
        case("scalar of old files", floats(1), None, [0]),
        case("from a scalar", floats(), [1, 1]),
        case("int32", integers(2, 3), [6]),
        case("uint8", integers(2, 3, element=np.uint8), [3, 2]),
        case("six axes", floats(2, 3, 4), [1, 2, 1, 3, 2, 2]),
    ]


def squeeze():
    def case(name, values, axes=None):
        return Case(name, [values], "SqueezeOptions", squeezeDims=axes)

    return [
        case("all", floats(1, 3, 1, 2, 1)),
        case("some", floats(1, 3, 1, 2), [2]),
        case("negative", floats(1, 3, 1, 2), [-2, 0]),
        case("nothing to drop", floats(3, 2)),
        case("int32", integers(1, 4, 1), [0]),
    ]


def expand_dims():
    def case(name, values, axis, element=np.int32):
        return Case(name, [values, constant(axis, element)], "ExpandDimsOptions")

    return [
        case("first", floats(2, 3), 0),
        case("middle", floats(2, 3), [1]),
        case("last", floats(2, 3), -1),
        case("negative", floats(2, 3), -3),
        case("scalar", floats(), 0),
        case("int64 axis", floats(4), 1, np.int64),
        case("int32", integers(2, 2), 1),
    ]


def transpose():
    def case(name, values, permutation):
        return Case(name, [values, indices(*permutation)], "TransposeOptions")

    return [
        case("matrix", floats(3, 5), (1, 0)),
        case("same order", floats(2, 3, 4), (0, 1, 2)),
        case("channels first", floats(1, 3, 4, 5), (0, 3, 1, 2)),
        case("reversed", floats(2, 3, 4, 5), (3, 2, 1, 0)),
        case("rotated", floats(2, 3, 4), (1, 2, 0)),
        case("five axes", floats(2, 1, 3, 2, 2), (4, 0, 3, 1, 2)),
        case("six axes", floats(2, 1, 3, 2, 1, 2), (5, 3, 1, 0, 4, 2)),
        case("one axis", floats(4), (0,)),
        case("negative axes", floats(2, 3, 4), (-1, 0, -2)),
        case("int32", integers(2, 3), (1, 0)),
        case("uint8", integers(2, 3, 2, element=np.uint8), (2, 0, 1)),
        case("int64", integers(2, 3, element=np.int64), (1, 0)),
    ]


def concatenation():
    def case(name, parts, axis, activation=0):
        return Case(name, parts, "ConcatenationOptions", axis=axis, fusedActivationFunction=activation)

    return [
        case("channels", [floats(1, 2, 3, 4), floats(1, 2, 3, 2)], 3),
        case("negative axis", [floats(2, 2), floats(2, 3), floats(2, 1)], -1),
        case("first axis", [floats(1, 4), floats(3, 4)], 0),
        case("middle axis", [floats(2, 1, 3), floats(2, 2, 3)], 1),
        case("one part", [floats(2, 3)], 1),
        case("with a constant", [floats(2, 3), constant(floats(2, 2))], 1),
        case("one axis", [floats(3), floats(2)], 0),
        case("int32", [integers(2, 2), integers(1, 2)], 0),
        case("int64", [integers(2, 2, element=np.int64), integers(1, 2, element=np.int64)], 0),
        case("relu", [floats(2, 3), floats(2, 2)], 1, RELU),
        case("relu n1 to 1", [floats(2, 3), floats(2, 2)], 1, RELU_N1_TO_1),
        case("relu6", [floats(2, 3, scale=9), floats(2, 2)], 1, RELU6),
        case("tanh", [floats(2, 3), floats(2, 2)], 1, TANH),
    ]


def slice_cases():
    def case(name, values, begin, size, element=np.int32):
        shape = [extent - start if length == -1 else length for extent, start, length in zip(values.shape, begin, size)]
        return Case(name, [values, constant(begin, element), constant(size, element)], "SliceOptions", declared=shape)

    return [
        case("picture", floats(1, 4, 5, 3), [0, 1, 2, 0], [1, 2, 3, 2]),
        case("to the end", floats(3, 4), [1, 2], [-1, -1]),
        case("whole", floats(2, 3), [0, 0], [-1, 3]),
        case("one axis", floats(7), [3], [2]),
        case("five axes", floats(2, 2, 3, 2, 2), [1, 0, 1, 0, 1], [1, 2, 2, 1, 1]),
        case("int64 places", floats(3, 4), [1, 0], [2, -1], np.int64),
        case("int32", integers(3, 4), [0, 1], [2, 2]),
        case("uint8", integers(3, 4, element=np.uint8), [1, 1], [2, 2]),
    ]


def strided_slice():
    def case(name, values, begin, end, strides, **options):
        return Case(
            name, [values, indices(*begin), indices(*end), indices(*strides)], "StridedSliceOptions", **options)

    result = [
        case("part", floats(4, 5), (1, 0), (3, 4), (1, 2)),
        case("negative places", floats(4, 5), (-3, -4), (-1, -1), (1, 1)),
        case("negative strides", floats(4, 5), (3, 4), (0, 0), (-1, -2)),
        case("negative stride to the very end", floats(5), (4,), (0,), (-1,), endMask=1),
        case("negative stride from the very end", floats(5), (0,), (1,), (-2,), beginMask=1),
        case("masks", floats(3, 4, 2), (1, 1, 1), (2, 2, 2), (1, 1, 1), beginMask=5, endMask=3),
        case("clamped", floats(3, 4), (-10, 2), (2, 100), (1, 1)),
        case("fewer entries than axes", floats(3, 4, 2), (1,), (3,), (1,)),
        case("shrinks", floats(3, 4, 2), (1, 0, 0), (2, 4, 2), (1, 1, 1), shrinkAxisMask=1),
        case("shrinks negative", floats(3, 4), (0, -1), (3, 0), (1, 1), shrinkAxisMask=2),
        case("shrinks with a wrong end", floats(3, 4), (1, 2), (0, 0), (1, 1), shrinkAxisMask=3),
        case("new axis", floats(3, 4), (0, 0, 1), (3, 0, 3), (1, 1, 1), newAxisMask=2),
        case("ellipsis", floats(2, 3, 4), (0, 1), (0, 3), (1, 1), ellipsisMask=1),
        case("ellipsis between", floats(2, 3, 2, 4), (1, 0, 1), (2, 0, 3), (1, 1, 1), ellipsisMask=2),
        case("ellipsis and new axis", floats(2, 3, 4), (0, 0, 0), (0, 0, 2), (1, 1, 1), ellipsisMask=1, newAxisMask=2),
        case("ellipsis and shrinks", floats(2, 3, 4), (0, -2), (0, -1), (1, 1), ellipsisMask=1, shrinkAxisMask=2),
        case("no entries", floats(2, 3), (), (), ()),
        case("stride beyond the axis", floats(3, 4), (0, 1), (3, 4), (7, 100)),
        Case("offset", [floats(4, 5), indices(1, -4), indices(2, 3), indices(1, 1)], "StridedSliceOptions", version=8,
             offset=True),
        Case("offset negative stride", [floats(6), indices(4), indices(-3), indices(-1)], "StridedSliceOptions",
             version=8, offset=True),
        Case("int32", [integers(3, 4), indices(0, 1), indices(3, 4), indices(2, 2)], "StridedSliceOptions"),
        Case("uint8", [integers(3, 4, element=np.uint8), indices(0, 1), indices(3, 4), indices(2, 2)],
             "StridedSliceOptions"),
    ]
    # What the masks do together: each entry is one of these, wherever it stands.
    entries = [(-1, -4, -1, ""), (1, 3, 2, ""), (2, 0, -1, "end"), (0, 2, 1, "begin"), (-2, 9, 1, "shrink"), (9, 9, 1, "new"),
               (1, 1, 1, "ellipsis")]
    masks = {"begin": "beginMask", "end": "endMask", "shrink": "shrinkAxisMask", "new": "newAxisMask",
             "ellipsis": "ellipsisMask"}
    for choice in itertools.product(range(len(entries)), repeat=3):
        used = [entries[index] for index in choice]
        kinds = [entry[3] for entry in used]
        if kinds.count("ellipsis") > 1 or sum(choice) % 6 != 1:
            continue
        options = {}
        for position, kind in enumerate(kinds):
            if kind:
                options[masks[kind]] = options.get(masks[kind], 0) | 1 << position
        begin, end, strides = zip(*[entry[:3] for entry in used])
        result.append(case("entries " + " ".join(map(str, choice)), floats(3, 3, 3), begin, end, strides, **options))
    return result


def gather():
    def case(name, values, places, axis=0, batch=0, element=np.int32, run_time=False, version=1):
        places = np.asarray(places, element)
        return Case(
            name, [values, places if run_time else constant(places)], "GatherOptions", version=version, axis=axis,
            batchDims=batch)

    return [
        case("first axis", floats(4, 3), [2, 0, 3]),
        case("middle axis", floats(2, 5, 3), [4, 4, 1], 1),
        case("last axis", floats(2, 5), [0, 3], -1),
        case("scalar", floats(4, 3), 2),
        case("two axes of places", floats(4, 2), [[0, 1], [3, 3]]),
        case("successive", floats(6, 2), [1, 2, 3, 5]),
        case("batches", floats(2, 4, 3), [[0, 3], [2, 1]], 1, 1, version=5),
        case("batches further in", floats(2, 3, 4), [[0, 3], [2, 1]], 2, 1, version=5),
        case("batches negative", floats(2, 4, 3), [[0, 3], [2, 1]], 1, -1, version=5),
        case("run-time places", floats(4, 3), [3, 1, 1], 0, run_time=True),
        case("run-time places of batches", floats(2, 4, 2), [[1, 0, 2], [3, 3, 3]], 1, 1, run_time=True, version=5),
        case("int64 places", floats(4, 3), [3, 0], 0, element=np.int64),
        case("run-time int64 places", floats(4, 3), [3, 0], 0, element=np.int64, run_time=True),
        case("many places", floats(3, 2), [place % 3 for place in range(0, 280, 2)]),
        case("int32", integers(4, 3), [3, 1]),
        case("uint8", integers(4, 3, element=np.uint8), [2, 1], 1),
    ]


def unpack():
    def case(name, values, axis):
        return Case(name, [values], "UnpackOptions", outputs=values.shape[axis], num=values.shape[axis], axis=axis)

    return [
        case("first", floats(3, 4), 0),
        case("middle", floats(2, 3, 2), 1),
        case("last", floats(2, 3), -1),
        case("one axis", floats(3), 0),
        case("int32", integers(2, 3), 1),
    ]


def pack():
    def case(name, parts, axis):
        return Case(name, parts, "PackOptions", valuesCount=len(parts), axis=axis)

    return [
        case("first", [floats(2, 3), floats(2, 3)], 0),
        case("middle", [floats(2, 3), floats(2, 3), floats(2, 3)], 1),
        case("last", [floats(2, 3), floats(2, 3)], -1),
        case("scalars", [floats(), floats(), floats()], 0),
        case("one part", [floats(4)], 1),
        case("with a constant", [floats(2), constant(floats(2))], 0),
        case("int32", [integers(2), integers(2)], 0),
        case("int64", [integers(2, element=np.int64), integers(2, element=np.int64)], 1),
    ]


def dequantize():
    def case(name, operand, version=2):
        return Case(name, [operand], "DequantizeOptions", version=version)

    halves = np.array([0.0, -0.0, 1, -2.5, 65504, 6.1e-5, 5.96e-8, -3e-6, 0.333], np.float16)
    signed = generator.integers(-128, 128, (2, 3, 4)).astype(np.int8)
    unsigned = generator.integers(0, 256, (3, 5)).astype(np.uint8)
    return [
        case("float16", constant(halves)),
        case("run-time float16", floats(2, 3).astype(np.float16), 3),
        case("int8", Operand(signed, scales=[0.037], zero_points=[5])),
        case("constant int8", constant(signed, scales=[0.037], zero_points=[-9])),
        case("uint8", Operand(unsigned, scales=[0.25], zero_points=[130])),
        case("int8 per last axis", constant(signed, scales=[0.1, 0.2, 0.3, 0.4], zero_points=[0, 0, 0, 0], axis=2), 5),
        case("int8 per first axis", constant(signed, scales=[0.1, 3.0], zero_points=[1, -7], axis=0), 5),
        case("int8 per middle axis", Operand(signed, scales=[0.1, 0.5, 2.0], zero_points=[0, 3, 4], axis=1), 5),
    ]


def cases():
    """All cases by operator."""
    families = {
        "CONV_2D": conv_2d, "DEPTHWISE_CONV_2D": depthwise_conv_2d, "FULLY_CONNECTED": fully_connected,
        "ADD": binary("AddOptions"), "SUB": binary("SubOptions"), "MUL": binary("MulOptions"),
        "DIV": binary("DivOptions", nonzero=True), "MAXIMUM": binary(None), "MINIMUM": binary(None), "PRELU": prelu,
        "RELU": unary(), "RELU6": unary(), "HARD_SWISH": hard_swish, "TANH": unary(4.0), "LOGISTIC": unary(),
        "SOFTMAX": softmax, "MAX_POOL_2D": pool, "AVERAGE_POOL_2D": pool, "MEAN": reduction, "SUM": reduction,
        "REDUCE_MAX": reduction, "REDUCE_MIN": reduction, "RESIZE_BILINEAR": resize_bilinear, "PAD": pad,
        "RESHAPE": reshape, "SQUEEZE": squeeze, "EXPAND_DIMS": expand_dims, "TRANSPOSE": transpose,
        "CONCATENATION": concatenation, "SLICE": slice_cases, "STRIDED_SLICE": strided_slice, "GATHER": gather,
        "UNPACK": unpack, "PACK": pack, "DEQUANTIZE": dequantize,
    }
    return {name: family() for name, family in families.items()}

"""The cases of the operator goldens: the options of each operator."""

import movement_cases as movement
import numpy as np
from operands import RELU, RELU6, RELU_N1_TO_1, TANH, constant, floats, half, indices
from tflite_models import ACTIVATIONS, Case, Operand

SAME, VALID = 0, 1


def conv_2d():
    def case(
        name,
        picture,
        filters,
        padding=SAME,
        stride=(1, 1),
        dilation=(1, 1),
        activation=0,
        weights=constant,
        bias=True,
        bias_as=constant,
    ):
        operands = [floats(*picture), weights(floats(*filters, scale=0.5))]
        reference = None
        if bias:
            operands.append(bias_as(floats(filters[0])))
        else:
            reference = operands + [constant(np.zeros(filters[0], np.float32))]
        return Case(
            name,
            operands,
            "Conv2DOptions",
            reference_operands=reference,
            padding=padding,
            strideH=stride[0],
            strideW=stride[1],
            dilationHFactor=dilation[0],
            dilationWFactor=dilation[1],
            fusedActivationFunction=activation,
        )

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
    def case(
        name,
        picture,
        window,
        multiplier=1,
        padding=SAME,
        stride=(1, 1),
        dilation=(1, 1),
        activation=0,
        weights=constant,
        bias=True,
        bias_as=constant,
    ):
        channels = picture[3] * multiplier
        operands = [floats(*picture), weights(floats(1, *window, channels))]
        reference = None
        if bias:
            operands.append(bias_as(floats(channels)))
        else:
            reference = operands + [constant(np.zeros(channels, np.float32))]
        return Case(
            name,
            operands,
            "DepthwiseConv2DOptions",
            reference_operands=reference,
            padding=padding,
            strideH=stride[0],
            strideW=stride[1],
            depthMultiplier=multiplier,
            dilationHFactor=dilation[0],
            dilationWFactor=dilation[1],
            fusedActivationFunction=activation,
        )

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
    def case(
        name,
        shape,
        units,
        depth=None,
        activation=0,
        keep=False,
        weights=constant,
        bias=True,
        bias_as=constant,
        **options,
    ):
        operands = [floats(*shape), weights(floats(units, depth or shape[-1], scale=0.5))]
        if bias:
            operands.append(bias_as(floats(units)) if bias is True else None)
        return Case(
            name, operands, "FullyConnectedOptions", fusedActivationFunction=activation, keepNumDims=keep, **options
        )

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
                        case(name.lower().replace("_", " "), floats(2, 9, scale=8), operand(2, 9), activation)
                    )
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
            name,
            [floats(*picture, scale=8)],
            "Pool2DOptions",
            padding=padding,
            strideH=stride[0],
            strideW=stride[1],
            filterHeight=window[0],
            filterWidth=window[1],
            fusedActivationFunction=activation,
        )

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
        ("twice", (1, 3, 4, 3), (6, 8)),
        ("larger", (1, 3, 4, 2), (7, 5)),
        ("smaller", (1, 7, 9, 2), (3, 4)),
        ("half", (1, 6, 8, 2), (3, 4)),
        ("same size", (1, 3, 4, 2), (3, 4)),
        ("from one pixel", (1, 1, 1, 3), (2, 3)),
        ("to one pixel", (1, 4, 5, 3), (1, 1)),
        ("batches", (2, 3, 2, 1), (4, 5)),
        ("one way only", (1, 2, 5, 2), (6, 2)),
        ("three times", (1, 4, 3, 1), (12, 9)),
    ]:
        result += [
            case(name, picture, size),
            case(name + " corners aligned", picture, size, alignCorners=True),
            case(name + " half-pixel centres", picture, size, halfPixelCenters=True),
        ]
    return result + [case("version 1", (1, 2, 2, 1), (3, 3), version=1)]


def cases():
    """Returns all cases by operator."""
    families = {
        "CONV_2D": conv_2d,
        "DEPTHWISE_CONV_2D": depthwise_conv_2d,
        "FULLY_CONNECTED": fully_connected,
        "ADD": binary("AddOptions"),
        "SUB": binary("SubOptions"),
        "MUL": binary("MulOptions"),
        "DIV": binary("DivOptions", nonzero=True),
        "MAXIMUM": binary(None),
        "MINIMUM": binary(None),
        "PRELU": prelu,
        "RELU": unary(),
        "RELU6": unary(),
        "HARD_SWISH": hard_swish,
        "TANH": unary(4.0),
        "LOGISTIC": unary(),
        "SOFTMAX": softmax,
        "MAX_POOL_2D": pool,
        "AVERAGE_POOL_2D": pool,
        "MEAN": reduction,
        "SUM": reduction,
        "REDUCE_MAX": reduction,
        "REDUCE_MIN": reduction,
        "RESIZE_BILINEAR": resize_bilinear,
        "PAD": movement.pad,
        "RESHAPE": movement.reshape,
        "SQUEEZE": movement.squeeze,
        "EXPAND_DIMS": movement.expand_dims,
        "TRANSPOSE": movement.transpose,
        "CONCATENATION": movement.concatenation,
        "SLICE": movement.slice_cases,
        "STRIDED_SLICE": movement.strided_slice,
        "GATHER": movement.gather,
        "UNPACK": movement.unpack,
        "PACK": movement.pack,
        "DEQUANTIZE": movement.dequantize,
    }
    return {name: family() for name, family in families.items()}

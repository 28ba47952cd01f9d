"""The cases of operators that move elements or store them differently."""

import itertools

import numpy as np
from operands import RELU, RELU6, RELU_N1_TO_1, TANH, constant, floats, generator, indices, integers
from tflite_models import Case, Operand


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
        case(
            "quantised int8", Operand(integers(2, 3, element=np.int8), scales=[0.5], zero_points=[-7]), [[1, 0], [0, 2]]
        ),
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
        return Case(name, [values, indices(*begin), indices(*end), indices(*strides)], "StridedSliceOptions", **options)

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
        Case(
            "offset",
            [floats(4, 5), indices(1, -4), indices(2, 3), indices(1, 1)],
            "StridedSliceOptions",
            version=8,
            offset=True,
        ),
        Case(
            "offset negative stride",
            [floats(6), indices(4), indices(-3), indices(-1)],
            "StridedSliceOptions",
            version=8,
            offset=True,
        ),
        Case("int32", [integers(3, 4), indices(0, 1), indices(3, 4), indices(2, 2)], "StridedSliceOptions"),
        Case(
            "uint8",
            [integers(3, 4, element=np.uint8), indices(0, 1), indices(3, 4), indices(2, 2)],
            "StridedSliceOptions",
        ),
    ]
    # Combinations of masks: each entry is one of these, at every position.
    entries = [
        (-1, -4, -1, ""),
        (1, 3, 2, ""),
        (2, 0, -1, "end"),
        (0, 2, 1, "begin"),
        (-2, 9, 1, "shrink"),
        (9, 9, 1, "new"),
        (1, 1, 1, "ellipsis"),
    ]
    masks = {
        "begin": "beginMask",
        "end": "endMask",
        "shrink": "shrinkAxisMask",
        "new": "newAxisMask",
        "ellipsis": "ellipsisMask",
    }
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
            name,
            [values, places if run_time else constant(places)],
            "GatherOptions",
            version=version,
            axis=axis,
            batchDims=batch,
        )

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

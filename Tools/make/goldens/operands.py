"""Operands for the cases of the operator goldens: numbers from one generator, the same in every run."""

import numpy as np
from tflite_models import ACTIVATIONS, Operand

RELU, RELU_N1_TO_1, RELU6, TANH = (ACTIVATIONS[name] for name in ("RELU", "RELU_N1_TO_1", "RELU6", "TANH"))
generator = np.random.default_rng(1)


def floats(*shape, scale=2.0):
    """Returns floats within ±scale; they are multiples of scale / 256, which compress well."""
    return (generator.integers(-256, 257, shape) * (scale / 256)).astype(np.float32)


def integers(*shape, element=np.int32):
    return generator.integers(0, 100, shape).astype(element)


def constant(array, element=None, **quantization):
    return Operand(np.asarray(array, element), constant=True, **quantization)


def half(array):
    return constant(array.astype(np.float16))


def indices(*values):
    return constant(values, np.int32)

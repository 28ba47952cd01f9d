"""Tensors for the checks: `.npy` files of float32, noise as network input, and differences between two results.

It only needs Python's standard library, so that the checks run on a machine without numpy.
"""

import re
import struct
from pathlib import Path

MAGIC = b"\x93NUMPY\x01\x00"


class TensorError(Exception):
    """A file that the checks do not support, or results that do not agree."""


def noise(count, seed=1):
    """Returns numbers in 0..<1 from a linear congruential generator; they are floats and the same on every machine."""
    state, values = seed, []
    for _ in range(count):
        state = (state * 1664525 + 1013904223) % 2**32
        values.append((state >> 8) / 2**24)
    return values


def floats_to_bytes(values):
    return struct.pack(f"<{len(values)}f", *values)


def floats_from_bytes(data):
    return struct.unpack(f"<{len(data) // 4}f", data[: len(data) // 4 * 4])


def write_npy(path, shape, values):
    header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': {tuple(shape)}, }}".encode()
    header += b" " * (-(len(header) + 11) % 64) + b"\n"
    Path(path).write_bytes(MAGIC + struct.pack("<H", len(header)) + header + floats_to_bytes(values))


def read_npy(path):
    data = Path(path).read_bytes()
    length = struct.unpack_from("<H", data, 8)[0] if data.startswith(MAGIC) else 0
    header = data[10 : 10 + length]
    if not re.search(rb"'descr': *'<f4'", header) or not re.search(rb"'fortran_order': *False", header):
        raise TensorError(f"{path}: not a version 1 .npy file of float32 in C order")
    return floats_from_bytes(data[10 + length :])


def require_close(results, references, tolerance, what):
    """Compares tensors by name and returns the largest difference, as a fraction of the reference's largest
    magnitude. Raises an error if it is above `tolerance` or NaN."""
    if not references or results.keys() != references.keys():
        raise TensorError(f"{what}: outputs are {sorted(results)} and not {sorted(references)}")
    worst = 0.0
    for name, reference in references.items():
        if len(results[name]) != len(reference):
            raise TensorError(f"{what}: {name} has {len(results[name])} elements and not {len(reference)}")
        scale = max(map(abs, reference)) or 1.0
        for value, expected in zip(results[name], reference):
            share = abs(value - expected) / scale
            if not share <= tolerance:
                raise TensorError(
                    f"{what}: {name} has {value:g} where {expected:g} is expected (magnitudes to {scale:g})"
                )
            worst = max(worst, share)
    return worst

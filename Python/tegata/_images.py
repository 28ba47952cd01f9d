"""Pictures as the library takes them."""

from __future__ import annotations

import ctypes
import math
import os
from functools import lru_cache
from types import SimpleNamespace
from typing import Any, Union

import numpy as np

from ._errors import InvalidArgumentError, TegataError
from ._library import call_mediapipe, library, path_text, struct

# What pictures may have at most.
LONGEST_SIDE = 32767

# What methods look at: pixels, a file, or a picture of Pillow's.
Picture = Union[np.ndarray, str, "os.PathLike[str]", Any]

FORMATS = {"rgb": 1, "rgba": 2, "bgra": 3, "gray": 4, "nv12": 5, "nv21": 6, "i420": 7, "yuyv": 8, "bgr": 9}
MATRICES = {"bt601": 0, "bt709": 1}
_CHANNELS = {"rgb": 3, "bgr": 3, "rgba": 4, "bgra": 4, "yuyv": 2}
_USUAL = {3: "rgb", 4: "rgba"}
_REVERSED = {"rgb": "bgr", "bgr": "rgb"}


def read(path: str | os.PathLike[str]) -> np.ndarray:
    """The pixels of a picture file, turned upright: height × width × 3, red first."""
    loaded, image, data = library(), ctypes.c_void_p(), ctypes.POINTER(ctypes.c_uint8)()
    try: call_mediapipe(loaded.MpImageCreateFromFile, path_text(path), ctypes.byref(image))
    except TegataError as error:
        error.file = os.fsdecode(path)
        raise
    try:
        call_mediapipe(loaded.MpImageDataUint8, image, ctypes.byref(data))
        shape = (loaded.MpImageGetHeight(image), loaded.MpImageGetWidth(image), loaded.MpImageGetChannels(image))
        # A view by ctypes would need a type for each size, which stays for ever.
        place = ctypes.cast(data, ctypes.c_void_p).value
        pixels = np.asarray(SimpleNamespace(__array_interface__={"version": 3, "shape": shape, "typestr": "|u1", "data": (place, True)}))
        return np.repeat(pixels, 3, axis=2) if shape[2] == 1 else pixels[:, :, :3].copy()
    finally:
        loaded.MpImageFree(image)


def frame(rotation: int, mirrored: bool, region: tuple[float, float, float, float] | None) -> ctypes.Structure | None:
    """How to look at a picture; nothing where it is upright and a whole."""
    if region is None and not rotation and not mirrored: return None
    frame = struct("frame")(rotation, bool(mirrored))
    if region is not None:
        sides = tuple(region)
        if len(sides) != 4: raise InvalidArgumentError(f"the region is {sides}; give left, top, right and bottom")
        try: frame.has_region, (frame.left, frame.top, frame.right, frame.bottom) = True, sides
        except OverflowError: raise InvalidArgumentError("the region has numbers that cannot be; give fractions of the picture") from None
    # Only what the library's number holds of one has arrived.
    if frame.rotation_degrees != rotation: raise InvalidArgumentError(f"rotation is {rotation}; ask for 0, 90, 180 or 270")
    return frame


def view(picture: Picture, format: str | None, matrix: str, full_range: bool) -> tuple[ctypes.Structure, np.ndarray]:
    """The picture as the library takes it, and what must live as long as that is used. Pixels are copied only where no row stride can say how they
    lie."""
    if not isinstance(picture, np.ndarray): picture, format = _array(picture, format)
    # This is on the way of every frame, and the processor has forgotten Python by then: the less there is the better.
    if picture.dtype.char != "B": raise InvalidArgumentError(f"pixels are {picture.dtype.name}; convert them to uint8, from 0 to 255")
    layout, offset = _layout(picture.shape, picture.strides, format, matrix, full_range)
    if layout is None:
        # Always a copy: an array with one row or column counts as contiguous whatever its strides are.
        picture = np.array(picture, order="C")
        layout, _ = _layout(picture.shape, picture.strides, format, matrix, full_range)
    try: address = ctypes.addressof(ctypes.c_char.from_buffer(picture))
    # What cannot be written, or does not lie in one piece.
    except (TypeError, ValueError): address = picture.__array_interface__["data"][0]
    image = struct("image").from_buffer_copy(layout)
    image.planes[0].bytes = address + offset
    return image, picture


def _array(picture: Picture, format: str | None) -> tuple[np.ndarray, str | None]:
    """What is no array as one, and the format that it has then."""
    if isinstance(picture, (str, os.PathLike)): return read(picture), None
    # Pictures of Pillow's have modes; everything else is what NumPy makes of it.
    if hasattr(picture, "convert") and hasattr(picture, "mode"): picture = picture.convert("RGB")
    try: return np.asarray(picture), format
    except ValueError as error: raise InvalidArgumentError(f"this is no picture: {error}") from None


@lru_cache(maxsize=64)
def _layout(
    shape: tuple[int, ...], strides: tuple[int, ...], format: str | None, matrix: str, full_range: bool
) -> tuple[bytes | None, int]:
    """What the library is told of such pixels beside their address, and where from there they begin; nothing if no row stride can say how they lie."""
    if matrix not in MATRICES: raise InvalidArgumentError(f"there is no matrix {matrix!r}; choose one of {', '.join(MATRICES)}")
    if format is None: format = "gray" if len(shape) == 2 else _USUAL.get(shape[-1], "") if len(shape) == 3 else ""
    if len(shape) == 3 and shape[2] == 1: shape, strides = shape[:2], strides[:2]
    channels = _CHANNELS.get(format)
    if format not in FORMATS or len(shape) != (3 if channels else 2) or channels and shape[2] != channels:
        raise InvalidArgumentError(f"an array of the shape {shape} is no picture of the format {format or 'rgb'!r}")
    if not math.prod(shape): raise InvalidArgumentError("the picture has no pixels")
    height, width = shape[:2]
    # Planes of luma and chroma lie one below the other, rows of chroma half as high.
    if format in ("nv12", "nv21", "i420"):
        height = height * 2 // 3
        if height + (height + 1) // 2 != shape[0]:
            raise InvalidArgumentError(f"{shape[0]} rows are no picture of the format {format!r}: there are half as many of chroma as of luma")
    if max(height, width) > LONGEST_SIDE: raise InvalidArgumentError(f"{width}×{height} pixels are more than the library takes; make the picture smaller")
    step, offset = channels or 1, 0
    if channels == 3 and strides[1:] == (3, -1) and format in _REVERSED:
        # Somebody has turned the channels round, so that the memory has them the other way.
        format, offset = _REVERSED[format], -2
        strides = (strides[0], 3, 1)
    if strides[1:] != ((step, 1) if channels else (1,)) or strides[0] < width * step: return None, 0
    # The library takes rows of chroma to be half as far apart as those of luma, while two of them share a row of the array.
    if format == "i420" and strides[0] != width: return None, 0
    byte_count = (shape[0] - 1) * strides[0] + width * step
    image = struct("image")(FORMATS[format], width, height, MATRICES[matrix], bool(full_range))
    image.planes[0].byte_count, image.planes[0].row_stride = byte_count, strides[0]
    return bytes(image), offset

"""Images in the form that the library accepts."""

from __future__ import annotations

import ctypes
import math
import os
from functools import lru_cache
from types import SimpleNamespace
from typing import Any, Union

import numpy as np

from ._errors import InvalidArgumentError, TegataError
from ._library import call, library, path_text, struct

# The longest side of an image, in pixels.
LONGEST_SIDE = 32767

# The images that methods accept: pixels, a file, or a Pillow image.
Picture = Union[np.ndarray, str, "os.PathLike[str]", Any]

FORMATS = {"rgb": 1, "rgba": 2, "bgra": 3, "gray": 4, "nv12": 5, "nv21": 6, "i420": 7, "yuyv": 8, "bgr": 9}
MATRICES = {"bt601": 0, "bt709": 1}
_CHANNELS = {"rgb": 3, "bgr": 3, "rgba": 4, "bgra": 4, "yuyv": 2}
_USUAL = {3: "rgb", 4: "rgba"}
_REVERSED = {"rgb": "bgr", "bgr": "rgb"}


def read(path: str | os.PathLike[str]) -> np.ndarray:
    """Returns the pixels of an image file, turned upright: height × width × 3, red first."""
    loaded, report = library(), ctypes.c_void_p()
    try:
        call(loaded.tegata_image_read, path_text(path), ctypes.byref(report))
    except TegataError as error:
        error.file = os.fsdecode(path)
        raise
    try:
        image = struct("image").from_address(report.value or 0)
        # A ctypes view would need a type for each size, and such types are never freed.
        layout = {
            "version": 3,
            "shape": (image.height, image.width, 3),
            "typestr": "|u1",
            "data": (image.planes[0].bytes, True),
        }
        return np.array(SimpleNamespace(__array_interface__=layout))
    finally:
        loaded.tegata_image_free(report)


def frame(rotation: int, mirrored: bool, region: tuple[float, float, float, float] | None) -> ctypes.Structure | None:
    """Returns the library's struct for rotation, mirror and region; None if the image is upright and whole."""
    if region is None and not rotation and not mirrored:
        return None
    frame = struct("frame")(rotation, bool(mirrored))
    if region is not None:
        sides = tuple(region)
        if len(sides) != 4:
            raise InvalidArgumentError(f"the region is {sides}; give left, top, right and bottom")
        try:
            frame.has_region, (frame.left, frame.top, frame.right, frame.bottom) = True, sides
        except OverflowError:
            raise InvalidArgumentError("the region has invalid numbers; give fractions of the image") from None
    # A number that does not fit into the library's field was cut off.
    if frame.rotation_degrees != rotation:
        raise InvalidArgumentError(f"rotation is {rotation}; use 0, 90, 180 or 270")
    return frame


def view(picture: Picture, format: str | None, matrix: str, full_range: bool) -> tuple[ctypes.Structure, np.ndarray]:
    """Returns the image in the library's form, and the object that must live while that form is used. Pixels are copied
    only if no row stride can describe their layout."""
    if not isinstance(picture, np.ndarray):
        picture, format = _array(picture, format)
    # Keep this short, because it runs for every frame, when Python's code is no longer in the processor's caches.
    if picture.dtype.char != "B":
        raise InvalidArgumentError(f"pixels are {picture.dtype.name}; convert them to uint8, from 0 to 255")
    layout, offset = _layout(picture.shape, picture.strides, format, matrix, full_range)
    if layout is None:
        # Always copy, because an array with one row or column counts as contiguous even if its strides say otherwise.
        picture = np.array(picture, order="C")
        layout, _ = _layout(picture.shape, picture.strides, format, matrix, full_range)
        assert layout is not None
    try:
        address = ctypes.addressof(ctypes.c_char.from_buffer(picture))
    # The array is read-only, or not contiguous.
    except (TypeError, ValueError):
        address = picture.__array_interface__["data"][0]
    image = struct("image").from_buffer_copy(layout)
    image.planes[0].bytes = address + offset
    if format == "i420" and picture.strides[0] != picture.shape[1]:
        _check_gaps(picture, address + image.planes[0].byte_count)
    return image, picture


def _check_gaps(picture: np.ndarray, end: int) -> None:
    """Raises an error if the gap behind the last row of an i420 array, which has chroma in it, is not in memory."""
    whole = picture.base
    if (
        isinstance(whole, np.ndarray)
        and whole.flags.c_contiguous
        and end <= whole.__array_interface__["data"][0] + whole.nbytes
    ):
        return
    raise InvalidArgumentError(
        "an i420 array with padded rows must be a view, array[:, :width], of the whole padded array"
    )


def _array(picture: Picture, format: str | None) -> tuple[np.ndarray, str | None]:
    """Returns another kind of image as an array, and the format of the array."""
    if isinstance(picture, (str, os.PathLike)):
        return read(picture), None
    # Pillow images have modes; NumPy converts everything else.
    if hasattr(picture, "convert") and hasattr(picture, "mode"):
        picture = picture.convert("RGB")
    try:
        return np.asarray(picture), format
    except ValueError as error:
        raise InvalidArgumentError(f"this is not an image: {error}") from None


@lru_cache(maxsize=64)
def _layout(
    shape: tuple[int, ...], strides: tuple[int, ...], format: str | None, matrix: str, full_range: bool
) -> tuple[bytes | None, int]:
    """Returns the library's description of pixels without their address, and their offset from that address; None if no
    row stride fits."""
    if matrix not in MATRICES:
        raise InvalidArgumentError(f"unknown matrix {matrix!r}; choose one of {', '.join(MATRICES)}")
    if format is None:
        format = "gray" if len(shape) == 2 else _USUAL.get(shape[-1], "") if len(shape) == 3 else ""
    if len(shape) == 3 and shape[2] == 1:
        shape, strides = shape[:2], strides[:2]
    channels = _CHANNELS.get(format)
    if format not in FORMATS or len(shape) != (3 if channels else 2) or channels and shape[2:] != (channels,):
        raise InvalidArgumentError(f"an array of shape {shape} is not an image in the format {format or 'rgb'!r}")
    if not math.prod(shape):
        raise InvalidArgumentError("the image has no pixels")
    height, width = shape[:2]
    # Luma and chroma planes follow each other, and chroma has half as many rows.
    if format in ("nv12", "nv21", "i420"):
        height = height * 2 // 3
        if height + (height + 1) // 2 != shape[0]:
            raise InvalidArgumentError(
                f"{shape[0]} rows do not fit the format {format!r}, which has half as many chroma rows as luma rows"
            )
    if max(height, width) > LONGEST_SIDE:
        raise InvalidArgumentError(f"{width}×{height} pixels are more than the library accepts; make the image smaller")
    step, offset = channels or 1, 0
    if channels == 3 and strides[1:] == (3, -1) and format in _REVERSED:
        # The array is a view with reversed channels, so memory has them in the opposite order.
        format, offset = _REVERSED[format], -2
        strides = (strides[0], 3, 1)
    if strides[1:] != ((step, 1) if channels else (1,)) or strides[0] < width * step:
        return None, 0
    byte_count = (shape[0] - 1) * strides[0] + width * step
    # Two rows of chroma share a row of the array, and each has half of its gap.
    if format == "i420":
        byte_count += (strides[0] - width) // 2
    image = struct("image")(FORMATS[format], width, height, MATRICES[matrix], bool(full_range))
    image.planes[0].byte_count, image.planes[0].row_stride = byte_count, strides[0]
    return bytes(image), offset

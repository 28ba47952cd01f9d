"""Images."""

from __future__ import annotations

import ctypes
import enum
from typing import Any

import numpy as np

from ......._library import text
from ......_native import call, native, whole


class ImageFormat(enum.IntEnum):
    """The format of a pixel."""

    UNKNOWN = 0
    SRGB = 1
    SRGBA = 2
    GRAY8 = 3
    GRAY16 = 4
    SRGB48 = 7
    SRGBA64 = 8
    VEC32F1 = 9
    VEC32F2 = 12
    VEC32F4 = 13


# The library's names for element types.
_MAKING = {np.dtype(np.uint8): "Uint8", np.dtype(np.uint16): "Uint16", np.dtype(np.float32): "Float"}
_READING = {
    **dict.fromkeys((1, 2, 3), ("Uint8", ctypes.c_uint8)),
    **dict.fromkeys((4, 7, 8), ("Uint16", ctypes.c_uint16)),
    **dict.fromkeys((9, 12, 13), ("Float32", ctypes.c_float)),
}


class Image:
    """An immutable image."""

    def __init__(self, image_format: ImageFormat, data: np.ndarray) -> None:
        """Copies an array of two or three dimensions with any strides."""
        if data.ndim not in (2, 3):
            raise ValueError(f"Unsupported number of dimensions:{data.ndim}")
        if data.dtype not in _MAKING:
            raise ValueError(f"Unsupported numpy data type: {data.dtype}")
        data = np.ascontiguousarray(data)
        self._handle = ctypes.c_void_p()
        self._library = native()
        make = getattr(self._library, f"MpImageCreateFrom{_MAKING[data.dtype]}Data")
        call(
            make,
            whole(image_format),
            data.shape[1],
            data.shape[0],
            data.__array_interface__["data"][0],
            data.size,
            ctypes.byref(self._handle),
        )

    @classmethod
    def create_from_file(cls, file_name: str) -> Image:
        """Reads a file and turns the image upright."""
        return cls._made(native().MpImageCreateFromFile, text(file_name.encode("utf-8")))

    @classmethod
    def _of(cls, image: int) -> Image:
        """Returns an image with the pixels of one that its owner frees."""
        return cls._made(native().MpImageCreateFromImageFrame, image)

    @classmethod
    def _made(cls, function: Any, source: Any) -> Image:
        image = cls.__new__(cls)
        image._handle = ctypes.c_void_p()
        image._library = native()
        call(function, source, ctypes.byref(image._handle))
        return image

    def __copy__(self) -> Image:
        return self

    def __deepcopy__(self, memo: Any) -> Image:
        return self

    def __reduce_ex__(self, protocol: Any) -> Any:
        raise TypeError("a picture cannot be pickled; pickle its numpy_view()")

    def __del__(self) -> None:
        if getattr(self, "_library", None) is not None:
            self._library.MpImageFree(self._handle)

    @property
    def width(self) -> int:
        return self._library.MpImageGetWidth(self._handle)

    @property
    def height(self) -> int:
        return self._library.MpImageGetHeight(self._handle)

    @property
    def channels(self) -> int:
        return self._library.MpImageGetChannels(self._handle)

    @property
    def step(self) -> int:
        return self._library.MpImageGetWidthStep(self._handle)

    @property
    def image_format(self) -> int:
        return self._library.MpImageGetFormat(self._handle)

    def is_contiguous(self) -> bool:
        return self._library.MpImageIsContiguous(self._handle)

    def is_empty(self) -> bool:
        return self._library.MpImageIsEmpty(self._handle)

    def uses_gpu(self) -> bool:
        return self._library.MpImageUsesGpu(self._handle)

    def is_aligned(self, alignment_boundary: int) -> bool:
        return self._library.MpImageIsAligned(self._handle, whole(alignment_boundary))

    def numpy_view(self) -> np.ndarray:
        """Returns the pixels as a read-only array of three dimensions, which keeps the image alive."""
        name, kind = _READING[self.image_format]
        data = ctypes.c_void_p()
        call(getattr(self._library, f"MpImageData{name}"), self._handle, ctypes.byref(data))
        shape = (self.height, self.width, self.channels)
        # Any, because an array of ctypes takes the further attribute that keeps the image alive.
        memory: Any = (kind * (shape[0] * shape[1] * shape[2])).from_address(data.value or 0)
        memory._image = self
        # A read-only view, so that the array cannot be made writable.
        return np.frombuffer(memoryview(memory).toreadonly(), kind).reshape(shape)

    def __getitem__(self, key: Any) -> Any:
        name, kind = _READING[self.image_format]
        value, place = kind(), tuple(key) if isinstance(key, (tuple, list)) else (key,)
        if any(isinstance(number, int) and not 0 <= number < 1 << 31 for number in place):
            raise IndexError(f"there is no element {place}")
        numbers = (ctypes.c_int * len(place))(*place)
        call(getattr(self._library, f"MpImageGetValue{name}"), self._handle, numbers, len(place), ctypes.byref(value))
        return value.value

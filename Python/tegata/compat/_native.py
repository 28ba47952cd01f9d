"""MediaPipe's C interface, as tegata_mediapipe.h declares it."""

from __future__ import annotations

import ctypes
import struct
from ctypes import (
    CFUNCTYPE,
    POINTER,
    Structure,
    c_bool,
    c_char_p,
    c_float,
    c_int,
    c_int32,
    c_int64,
    c_uint,
    c_uint32,
    c_void_p,
)
from functools import cache, lru_cache

from .._library import library

EXCEPTIONS: dict[int, type[Exception]] = {
    1: TimeoutError,
    3: ValueError,
    4: TimeoutError,
    5: FileNotFoundError,
    6: FileExistsError,
    7: PermissionError,
    11: IndexError,
    12: NotImplementedError,
    14: ConnectionError,
    16: PermissionError,
}


class BaseOptions(Structure):
    _fields_ = [
        ("model_asset_buffer", c_char_p),
        ("model_asset_buffer_count", c_uint),
        ("model_asset_path", c_char_p),
        ("file_descriptor", c_int),
        ("delegate", c_int),
        ("host_environment", c_int),
        ("host_system", c_int),
        ("host_version", c_char_p),
        ("ca_bundle_path", c_char_p),
        ("app_id", c_char_p),
        ("app_version", c_char_p),
    ]


class ClassifierOptions(Structure):
    _fields_ = [
        ("display_names_locale", c_char_p),
        ("max_results", c_int),
        ("score_threshold", c_float),
        ("category_allowlist", POINTER(c_char_p)),
        ("category_allowlist_count", c_uint32),
        ("category_denylist", POINTER(c_char_p)),
        ("category_denylist_count", c_uint32),
    ]


class ImageProcessingOptions(Structure):
    _fields_ = [
        ("has_region_of_interest", c_int),
        ("left", c_float),
        ("top", c_float),
        ("bottom", c_float),
        ("right", c_float),
        ("rotation_degrees", c_int),
    ]


class Category(Structure):
    _fields_ = [("index", c_int), ("score", c_float), ("category_name", c_char_p), ("display_name", c_char_p)]


class Categories(Structure):
    _fields_ = [("categories", POINTER(Category)), ("categories_count", c_uint32)]


class Landmarks(Structure):
    _fields_ = [("landmarks", c_void_p), ("landmarks_count", c_uint32)]


_HAND_FIELDS = [
    ("handedness", POINTER(Categories)),
    ("handedness_count", c_uint32),
    ("hand_landmarks", POINTER(Landmarks)),
    ("hand_landmarks_count", c_uint32),
    ("hand_world_landmarks", POINTER(Landmarks)),
    ("hand_world_landmarks_count", c_uint32),
]


class HandLandmarkerResult(Structure):
    _fields_ = _HAND_FIELDS


class GestureRecognizerResult(Structure):
    _fields_ = [("gestures", POINTER(Categories)), ("gestures_count", c_uint32), *_HAND_FIELDS]


_TASK_FIELDS = [
    ("base_options", BaseOptions),
    ("running_mode", c_int),
    ("num_hands", c_int),
    ("min_hand_detection_confidence", c_float),
    ("min_hand_presence_confidence", c_float),
    ("min_tracking_confidence", c_float),
]
HandLandmarkerCallback = CFUNCTYPE(None, c_int32, POINTER(HandLandmarkerResult), c_void_p, c_int64)
GestureRecognizerCallback = CFUNCTYPE(None, c_int32, POINTER(GestureRecognizerResult), c_void_p, c_int64)


class HandLandmarkerOptions(Structure):
    _fields_ = [*_TASK_FIELDS, ("result_callback", HandLandmarkerCallback)]


class GestureRecognizerOptions(Structure):
    _fields_ = [
        *_TASK_FIELDS,
        ("canned_gestures_classifier_options", ClassifierOptions),
        ("custom_gestures_classifier_options", ClassifierOptions),
        ("result_callback", GestureRecognizerCallback),
    ]


# x, y and z of a landmark; hands do not have the other values: visibility, presence and a name.
_LANDMARK = struct.Struct(f"3f{struct.calcsize('3f?f?fP') - 12}x")


def points(landmarks: Landmarks) -> list[tuple[float, float, float]]:
    return list(
        _LANDMARK.iter_unpack(ctypes.string_at(landmarks.landmarks, landmarks.landmarks_count * _LANDMARK.size))
    )


@cache
def native() -> ctypes.CDLL:
    """Returns the library with the types of MediaPipe's functions."""
    loaded = ctypes.CDLL(library()._name)
    message = POINTER(c_char_p)
    how = POINTER(ImageProcessingOptions)
    loaded.MpErrorFree.argtypes = [c_void_p]
    loaded.MpErrorFree.restype = None
    for task, verb, options, result in [
        ("MpHandLandmarker", "Detect", HandLandmarkerOptions, HandLandmarkerResult),
        ("MpGestureRecognizer", "Recognize", GestureRecognizerOptions, GestureRecognizerResult),
    ]:
        getattr(loaded, f"{task}Create").argtypes = [POINTER(options), POINTER(c_void_p), message]
        getattr(loaded, f"{task}{verb}Image").argtypes = [c_void_p, c_void_p, how, POINTER(result), message]
        getattr(loaded, f"{task}{verb}ForVideo").argtypes = [c_void_p, c_void_p, how, c_int64, POINTER(result), message]
        getattr(loaded, f"{task}{verb}Async").argtypes = [c_void_p, c_void_p, how, c_int64, message]
        getattr(loaded, f"{task}CloseResult").argtypes = [POINTER(result)]
        getattr(loaded, f"{task}CloseResult").restype = None
        getattr(loaded, f"{task}Close").argtypes = [c_void_p, message]
    making = [c_int, c_int, c_int, c_void_p, c_int, POINTER(c_void_p), message]
    for name in ("Uint8", "Uint16", "Float"):
        getattr(loaded, f"MpImageCreateFrom{name}Data").argtypes = making
    loaded.MpImageCreateFromImageFrame.argtypes = [c_void_p, POINTER(c_void_p), message]
    loaded.MpImageCreateFromFile.argtypes = [c_char_p, POINTER(c_void_p), message]
    for name in ("IsContiguous", "UsesGpu", "IsEmpty"):
        getattr(loaded, f"MpImage{name}").argtypes = [c_void_p]
        getattr(loaded, f"MpImage{name}").restype = c_bool
    loaded.MpImageIsAligned.argtypes = [c_void_p, c_uint32]
    loaded.MpImageIsAligned.restype = c_bool
    for name in ("Width", "Height", "Channels", "WidthStep", "Format"):
        getattr(loaded, f"MpImageGet{name}").argtypes = [c_void_p]
    for name in ("Uint8", "Uint16", "Float32"):
        getattr(loaded, f"MpImageData{name}").argtypes = [c_void_p, POINTER(c_void_p), message]
        getattr(loaded, f"MpImageGetValue{name}").argtypes = [c_void_p, POINTER(c_int), c_int, c_void_p, message]
    loaded.MpImageFree.argtypes = [c_void_p]
    loaded.MpImageFree.restype = None
    return loaded


def whole(number: int, bits: int = 32) -> int:
    """Returns the number if it fits into the library's integer; otherwise raises an error, as it would be cut off."""
    if isinstance(number, int) and not -1 << bits - 1 <= number < 1 << bits - 1:
        raise ValueError(f"{number} is too large; give a smaller number")
    return number


def call(function: ctypes._CFuncPtr, *arguments: object) -> None:
    """Calls a function that returns a status, and raises the same exceptions as MediaPipe."""
    text = c_char_p()
    status = function(*arguments, ctypes.byref(text))
    if status:
        raise exception(status, text)


def exception(status: int, text: c_char_p | None = None) -> Exception:
    message = text.value.decode(errors="replace") if text is not None and text.value is not None else f"Status {status}"
    if text is not None:
        native().MpErrorFree(text)
    return EXCEPTIONS.get(status, RuntimeError)(message)

"""The library and its structs, as tegata.h declares them."""

from __future__ import annotations

import ctypes
import os
import struct
import threading
from ctypes import POINTER, Structure, byref, c_char_p, c_float, c_int, c_int32, c_int64, c_size_t, c_void_p
from pathlib import Path
from typing import Callable

from ._errors import ERRORS, InvalidArgumentError, TegataError

HERE = Path(__file__).resolve().parent


class ErrorReport(Structure):
    _fields_ = [("status", c_int), ("message", c_char_p), ("file", c_char_p), ("place", c_char_p)]


class Image(Structure):
    """A picture in one piece of memory: of its planes only the first is used."""

    _fields_ = [
        ("format", c_int32), ("width", c_int32), ("height", c_int32), ("matrix", c_int32), ("is_full_range", c_int32),
        ("bytes", c_void_p), ("byte_count", c_size_t), ("row_stride", c_size_t), ("_others", c_size_t * 6),
    ]


class Frame(Structure):
    _fields_ = [
        ("rotation_degrees", c_int32), ("is_mirrored", c_int32), ("has_region", c_int32),
        ("left", c_float), ("top", c_float), ("right", c_float), ("bottom", c_float),
    ]


class GestureOptions(Structure):
    _fields_ = [
        ("score_threshold", c_float), ("allowed", POINTER(c_char_p)), ("allowed_count", c_size_t),
        ("denied", POINTER(c_char_p)), ("denied_count", c_size_t),
    ]


class Search(Structure):
    _fields_ = [
        ("area", c_int32), ("tile_side", c_int32), ("tile_overlap", c_float), ("min_tile_confidence", c_float), ("tiles_per_frame", c_int32),
        ("tile_ms", c_int32), ("skips_unchanged", c_int32),
    ]


class Camera(Structure):
    _fields_ = [
        ("kind", c_int32), ("focal_x", c_float), ("focal_y", c_float), ("center_x", c_float), ("center_y", c_float),
        ("field_of_view_degrees", c_float),
    ]


class Options(Structure):
    _fields_ = [
        ("size", c_size_t), ("model", c_char_p), ("model_size", c_size_t), ("model_path", c_char_p), ("threads", c_int32),
        ("max_hands", c_int32), ("min_detection_confidence", c_float), ("min_presence_confidence", c_float),
        ("min_tracking_confidence", c_float), ("gestures", c_int32), ("canned", GestureOptions), ("custom", GestureOptions),
        ("refines_stills", c_int32), ("prefers_large_hands", c_int32), ("detection_interval", c_int32), ("identifies_hands", c_int32),
        ("identity_timeout_ms", c_int32), ("averages_handedness", c_int32), ("smooths", c_int32), ("smoothing_cutoff_hz", c_float),
        ("smoothing_speed_coefficient", c_float), ("smoothing_speed_cutoff_hz", c_float), ("legacy", c_int32),
        ("reserved", c_int32), ("search", Search), ("camera", Camera), ("palm_width", c_float),
    ]


class Rectangle(Structure):
    _fields_ = [("center_x", c_float), ("center_y", c_float), ("width", c_float), ("height", c_float), ("rotation", c_float)]


class HandReport(Structure):
    _fields_ = [
        ("id", c_int64), ("landmarks", c_float * 63), ("world_landmarks", c_float * 63), ("rectangle", Rectangle), ("presence", c_float),
        ("handedness", c_int32), ("handedness_score", c_float), ("gesture", c_char_p), ("gesture_score", c_float),
        ("gesture_is_custom", c_int32),
    ]


class MetricReport(Structure):
    _fields_ = [
        ("is_known", c_int32), ("position", c_float * 3), ("distance_uncertainty", c_float), ("palm_normal", c_float * 3),
        ("pointing_direction", c_float * 3), ("pinch_aperture", c_float), ("landmarks", c_float * 63),
    ]


TIMINGS = ("palm_image", "palm_network", "palm_decoding", "hand_images", "hand_network", "hand_decoding", "gestures", "total")


# A result: how many hands, where they are, the times, and where hands in space are.
RESULT = struct.Struct(f"@NP{len(TIMINGS)}QP")


class PalmReport(Structure):
    _fields_ = [
        ("score", c_float), ("x", c_float), ("y", c_float), ("width", c_float), ("height", c_float), ("keypoints", c_float * 14),
        ("hand", Rectangle),
    ]


class PalmsReport(Structure):
    _fields_ = [("palm_count", c_size_t), ("palms", POINTER(PalmReport))]


def _places() -> list[Path]:
    given = os.environ.get("TEGATA_LIBRARY")
    # In a wheel, and in the sources.
    return [Path(given)] if given else [HERE / "_lib" / "libtegata.so", HERE.parents[1] / ".build" / "library" / "lib" / "libtegata.so"]


_lock = threading.Lock()
# A forked process would find the lock held for ever by a thread that it does not have.
os.register_at_fork(before=_lock.acquire, after_in_parent=_lock.release, after_in_child=_lock.release)
_library: ctypes.CDLL | None = None


def library() -> ctypes.CDLL:
    """The library, which is loaded when it is first asked for."""
    global _library
    with _lock:
        if _library is None: _library = _loaded()
        return _library


def _loaded() -> ctypes.CDLL:
    places = _places()
    path = next((path for path in places if path.is_file()), None)
    if path is None:
        raise ImportError(f"there is no libtegata.so ({', '.join(map(str, places))}); run Tools/library, or install the package")
    loaded = ctypes.CDLL(str(path))
    errors = POINTER(c_void_p)
    loaded.tegata_version.restype = c_char_p
    loaded.tegata_version.argtypes = []
    loaded.tegata_options_init.argtypes = [POINTER(Options), c_size_t]
    loaded.tegata_tracker_create.argtypes = [POINTER(Options), POINTER(c_void_p), errors]
    looking = [c_void_p, POINTER(Image), POINTER(Frame)]
    loaded.tegata_tracker_detect.argtypes = [*looking, POINTER(c_void_p), errors]
    loaded.tegata_tracker_track.argtypes = [*looking, c_int64, POINTER(c_void_p), errors]
    loaded.tegata_tracker_palms.argtypes = [*looking, POINTER(POINTER(PalmsReport)), errors]
    loaded.tegata_tracker_reset.argtypes = [c_void_p, errors]
    for name, kind in [
        ("tegata_tracker_free", c_void_p), ("tegata_error_free", c_void_p), ("tegata_result_free", c_void_p),
        ("tegata_palms_free", POINTER(PalmsReport)),
    ]:
        getattr(loaded, name).argtypes = [kind]
        getattr(loaded, name).restype = None
    loaded.tegata_options_init.restype = None
    loaded.MpErrorFree.argtypes = [c_void_p]
    loaded.MpImageFree.argtypes = [c_void_p]
    loaded.MpErrorFree.restype = loaded.MpImageFree.restype = None
    loaded.MpImageCreateFromFile.argtypes = [c_char_p, POINTER(c_void_p), POINTER(c_void_p)]
    loaded.MpImageDataUint8.argtypes = [c_void_p, POINTER(POINTER(ctypes.c_uint8)), POINTER(c_void_p)]
    for name in ("MpImageGetWidth", "MpImageGetHeight", "MpImageGetChannels"): getattr(loaded, name).argtypes = [c_void_p]
    return loaded


def text(data: bytes) -> bytes:
    """A text for the library, which ends with its first NUL there."""
    if b"\0" in data: raise InvalidArgumentError(f"{data!r} has a NUL in it; leave that out")
    return data


def name_text(name: str) -> bytes:
    """The same of a name; one that is no text is a TypeError."""
    return _encoded(name, lambda: str.encode(name, "utf-8", "surrogateescape"))


def path_text(path: str | bytes | os.PathLike[str]) -> bytes:
    """The same of a path."""
    return _encoded(path, lambda: os.fsencode(path))


def _encoded(words: object, encode: Callable[[], bytes]) -> bytes:
    try: return text(encode())
    except UnicodeEncodeError: raise InvalidArgumentError(f"{words!r} has half of a character in it; leave that out") from None


def call(function: ctypes._CFuncPtr, *arguments: object) -> None:
    """Calls a function that answers with a status, and raises what it says."""
    report = c_void_p()
    status = function(*arguments, byref(report))
    if status: raise fault(status, report)


def fault(status: int, report: c_void_p) -> TegataError:
    """What a function that answered with such a status says, which is freed."""
    message, file, place = "There is not enough memory.", "", ""
    if report.value:
        said = ErrorReport.from_address(report.value)
        message, file, place = (text.decode(errors="replace") for text in (said.message, said.file, said.place))
        library().tegata_error_free(report)
    return ERRORS.get(status, TegataError)(message, file, place)


def call_mediapipe(function: ctypes._CFuncPtr, *arguments: object) -> None:
    """Calls a function of MediaPipe's interface, and raises what it says."""
    text = c_void_p()
    status = function(*arguments, byref(text))
    if status == 0: return
    message = ctypes.string_at(text.value).decode(errors="replace") if text.value else "There is not enough memory."
    library().MpErrorFree(text)
    # A picture that cannot be decoded.
    raise ERRORS.get(2 if status == 13 else status, TegataError)(message)

"""What finds hands."""

from __future__ import annotations

import ctypes
import numbers
import operator
import os
from ctypes import Structure, byref, c_char_p, c_void_p
from dataclasses import dataclass
from typing import Any, Sequence, Tuple, Union

import numpy as np

from . import _images, models
from ._errors import InvalidArgumentError
from ._library import call, fault, library, name_text, path_text, struct
from ._results import Palms, Result

# Times are numbers of 64 bits.
_FIRST_BEYOND = 1 << 63

# What is read: a path, or bytes.
File = Union[str, "os.PathLike[str]", bytes]
Model = Union[File, None]
# What is known of a camera: focal lengths and middle in pixels, or the degrees that it shows from left to right.
KnownCamera = Union[Tuple[float, float, float, float], float]

SEARCH_AREAS = {"whole": 0, "tiles": 1, "auto": 2}


@dataclass(frozen=True)
class Smoothing:
    """How strongly landmarks are smoothed; speeds count in palm lengths per second. Numbers that are None have the library's values."""

    #: Cutoff frequency of a hand at rest; lower means calmer.
    cutoff_hz: float | None = None
    #: How much the cutoff rises with the speed; higher means less lag.
    speed_coefficient: float | None = None
    #: Cutoff frequency of the speed itself.
    speed_cutoff_hz: float | None = None


class Tracker:
    """Finds hands in single pictures and in one video. Any thread may call; calls take turns and let other threads of Python run.

    The first four options are MediaPipe's. All others are off and then change nothing. Options that are None have the values that tegata.h names.

    - `model`: the path of a bundle or its bytes; without one `hand_landmarker.task`, or `gesture_recognizer.task` where gestures are asked for, is
      looked for in the places of `tegata.models`.
    - `threads`: how many compute. Without a number $TEGATA_THREADS says it, or there is one for each processor that the process may use, up to
      four, of which fewer work while others need the processors. Results do not depend on it.
    - `gestures`: whether gestures are recognised. `allowed_gestures` are the only ones that count, `denied_gestures` do not, and
      `gesture_threshold` takes the place of the model's.
    - `poses`: custom poses, as the path or the bytes of a classifier that `tegata train pose` wrote. A hand that shows one has it as its gesture;
      otherwise those of the model count, if `gestures` asks for them.
    - `actions`: actions of hands in videos, as the path or the bytes of a classifier that `tegata train action` wrote. Hands then have numbers.
    - `refines_stills`: single pictures are looked at twice, the second time as precisely as videos.
    - `prefers_large_hands`: the largest palms count first, not those that score highest.
    - `detection_interval`: in videos, new hands are looked for in every frame with this number, and whenever one was lost.
    - `identifies_hands`: hands of a video have numbers that stay when they cross, and are out of sight for `identity_timeout_ms`.
    - `averages_handedness`: in videos, the handedness is the mean over all frames of a hand.
    - `smoothing`: landmarks of a video are smoothed; True for usual strength.
    - `search`: "tiles" also looks for hands in overlapping tiles of the picture, which finds them several times smaller; "auto" does so in large
      pictures. The smallest tiles have sides of `tile_side` pixels, and show `tile_overlap` of their neighbours; palms in them count from
      `min_tile_confidence` on. In videos, `tiles_per_frame` of them are looked at in a frame, or as many as `tile_ms` milliseconds allow; with
      `skips_unchanged` those are left out that show an even surface or have not changed.
    - `camera`: focal lengths across and down and the middle, in pixels, or the degrees that it shows from left to right. Results then say where hands
      are in metres. `palm_width` is the distance between the middles of the knuckles of index and little finger in metres; without it the mean of
      adults, 0.06, counts.
    - `joints`: hands say how their joints are bent, which fingers are up and which points can be seen, as `Joints`.
    - `legacy`: the answers are those of MediaPipe's older graph, `mediapipe.solutions.hands`. Hands are called as is right in mirrored pictures, new
      ones come first, and a frame of a video can have up to 2 `max_hands` − 1. `min_tracking_confidence` is the presence that a hand must exceed.
    """

    def __init__(
        self, model: Model = None, *, max_hands: int | None = None, min_detection_confidence: float | None = None,
        min_presence_confidence: float | None = None, min_tracking_confidence: float | None = None, threads: int | None = None,
        gestures: bool | None = None, allowed_gestures: Sequence[str] = (), denied_gestures: Sequence[str] = (), gesture_threshold: float = 0.0,
        poses: File | None = None, actions: File | None = None, refines_stills: bool | None = None, prefers_large_hands: bool | None = None,
        detection_interval: int | None = None, identifies_hands: bool | None = None, identity_timeout_ms: int | None = None,
        averages_handedness: bool | None = None, smoothing: bool | Smoothing | None = None, legacy: bool | None = None, search: str | None = None,
        tile_side: int | None = None, tile_overlap: float | None = None, min_tile_confidence: float | None = None,
        tiles_per_frame: int | None = None, tile_ms: int | None = None, skips_unchanged: bool | None = None, camera: KnownCamera | None = None,
        palm_width: float | None = None, joints: bool | None = None,
    ) -> None:
        given = dict(locals())
        self._handle = c_void_p()
        self._library = library()
        # On the way of every frame.
        self._detect, self._track = self._library.tegata_tracker_detect, self._library.tegata_tracker_track
        self._free_result = self._library.tegata_result_free
        options = struct("options")()
        self._library.tegata_options_init(byref(options), ctypes.sizeof(options))
        if model is None: model = models.find("gesture_recognizer.task" if gestures else "hand_landmarker.task")
        # Zeros stand for what is not asked for.
        for name in ("threads", "tile_ms", "palm_width"):
            if given[name] is not None and given[name] == 0: raise InvalidArgumentError(f"{name} is 0; ask for more, or for None")
        for holder in (options, options.search):
            for name, _ in holder._fields_:
                # All numbers, by the names that the library has for them.
                if given.get(name) is not None and isinstance(getattr(holder, name), (int, float)): _set(holder, name, given[name])
        # The library copies files, but names and paths must live until it has.
        kept = [_point(options, "model", "model_size", "model_path", model)]
        for name, classifier in (("poses", poses), ("actions", actions)):
            if classifier is not None: kept.append(_point(getattr(options, name), "bytes", "byte_count", "path", classifier))
        self._has_gestures = bool(gestures) or poses is not None
        for classifier in (options.canned, options.custom): kept += _choose(classifier, allowed_gestures, denied_gestures, gesture_threshold)
        if smoothing:
            # NumPy has truths of its own.
            values = Smoothing() if smoothing in (True,) else smoothing
            if not isinstance(values, Smoothing): raise TypeError(f"smoothing is {smoothing!r}; give True or a Smoothing")
            options.smooths = True
            for name, value in vars(values).items():
                if value is not None: _set(options, f"smoothing_{name}", value)
        if search is not None:
            if search not in SEARCH_AREAS: raise InvalidArgumentError(f"there is no search {search!r}; choose one of {', '.join(SEARCH_AREAS)}")
            options.search.area = SEARCH_AREAS[search]
        if camera is not None: options.camera = _known(camera)
        call(self._library.tegata_tracker_create, byref(options), byref(self._handle))
        del kept

    def detect(
        self, picture: _images.Picture, *, format: str | None = None, rotation: int = 0, mirrored: bool = False,
        region: tuple[float, float, float, float] | None = None, matrix: str = "bt601", full_range: bool = False,
    ) -> Result:
        """The hands of a single picture; does not disturb a video.

        - `picture`: the path of a file, a picture of Pillow's, or an array of uint8: height × width × 3 in the format "rgb" or "bgr", × 4 in
          "rgba" or "bgra", × 2 in "yuyv", height × width in "gray", and in "nv12", "nv21" and "i420" chroma below luma, half as high. Rows may
          lie anywhere, so that parts of pictures are not copied.
        - `rotation`: by how many degrees the picture must be turned clockwise to be upright, a multiple of 90. With `mirrored` this counts without
          the mirror: a picture that must be turned by 90 as it is then needs 270.
        - `mirrored`: whether the picture shows the world as a mirror does. Hands are then called by their right names.
        - `region`: left, top, right and bottom of the only part to look at, as fractions of the picture.
        - `matrix`, `full_range`: what luma and chroma stand for.
        """
        image, owner = _images.view(picture, format, matrix, full_range)
        report, error = c_void_p(), c_void_p()
        how = _images.frame(rotation, mirrored, region) if rotation or mirrored or region is not None else None
        status = self._detect(self._handle, image, how, byref(report), byref(error))
        del owner
        if status: raise fault(status, error)
        try: return Result(report.value or 0, None, self._has_gestures)
        finally: self._free_result(report)

    def track(
        self, picture: _images.Picture, milliseconds: int, *, format: str | None = None, rotation: int = 0, mirrored: bool = False,
        region: tuple[float, float, float, float] | None = None, matrix: str = "bt601", full_range: bool = False,
    ) -> Result:
        """The hands of the next frame of a video; times increase. The rest is as for `detect`."""
        image, owner = _images.view(picture, format, matrix, full_range)
        report, error = c_void_p(), c_void_p()
        # Whatever is called here once more takes microseconds, as the processor has forgotten it since the last frame.
        how = _images.frame(rotation, mirrored, region) if rotation or mirrored or region is not None else None
        milliseconds = operator.index(milliseconds)
        if not -_FIRST_BEYOND <= milliseconds < _FIRST_BEYOND: raise InvalidArgumentError(f"the time is {milliseconds} ms; begin at 0")
        status = self._track(self._handle, image, how, milliseconds, byref(report), byref(error))
        del owner
        if status: raise fault(status, error)
        try: return Result(report.value or 0, milliseconds, self._has_gestures)
        finally: self._free_result(report)

    def palms(
        self, picture: _images.Picture, *, format: str | None = None, rotation: int = 0, mirrored: bool = False,
        region: tuple[float, float, float, float] | None = None, matrix: str = "bt601", full_range: bool = False,
    ) -> Palms:
        """The palms of a picture, however many there are; does not disturb a video. Arguments are those of `detect`."""
        image, owner = _images.view(picture, format, matrix, full_range)
        report = c_void_p()
        call(self._library.tegata_tracker_palms, self._handle, image, _images.frame(rotation, mirrored, region), byref(report))
        del owner
        try: return Palms(report.value or 0)
        finally: self._library.tegata_palms_free(report)

    def reset(self) -> None:
        """Forgets the video, so that the next frame may be of another one and have any time."""
        call(self._library.tegata_tracker_reset, self._handle)

    def close(self) -> None:
        """Ends the tracker; nothing happens the second time."""
        self._library.tegata_tracker_free(self._handle)

    def __reduce_ex__(self, protocol: object) -> object:
        raise TypeError("a tracker can be neither copied nor pickled; make another one")

    def __enter__(self) -> Tracker:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_library", None) is not None: self.close()


def camera_numbers(camera: KnownCamera) -> tuple[float, float, float, float] | float:
    """What is known of a camera, in floats."""
    try:
        if isinstance(camera, numbers.Real): return float(camera)
        focal_x, focal_y, center_x, center_y = (1.0 * number for number in camera)
        return focal_x, focal_y, center_x, center_y
    except (TypeError, ValueError, OverflowError):
        raise InvalidArgumentError(f"{camera!r} is no camera; give four numbers such as (900, 900, 640, 360), or degrees such as 70") from None


def _known(camera: KnownCamera) -> Structure:
    """A camera as the library takes it."""
    known = camera_numbers(camera)
    return struct("camera")(kind=2, field_of_view_degrees=known) if isinstance(known, float) else struct("camera")(1, *known)


def _set(holder: Structure, name: str, value: Any) -> None:
    """Sets a number of the library's; what does not arrive whole is an error."""
    if isinstance(value, np.bool_): value = bool(value)
    if isinstance(getattr(holder, name), float): setattr(holder, name, _real(name, value))
    else:
        setattr(holder, name, value)
        # Only what the library's number holds of one has arrived.
        if getattr(holder, name) != value: raise InvalidArgumentError(f"{name} is {value}; ask for less")


def _real(name: str, value: float) -> float:
    """A number as the library takes it."""
    try: return ctypes.c_double(value).value
    except OverflowError: raise InvalidArgumentError(f"{name} is no number that can be; give one such as 0.5") from None


def _point(holder: Structure, data: str, count: str, path: str, file: File) -> object:
    """Says where a file is, in memory or by its path; what is returned must live as long as that counts."""
    if not isinstance(file, (bytes, bytearray, memoryview)):
        setattr(holder, path, path_text(file))
        return None
    # As many bytes as there are, not as many items.
    copy = bytes(file)
    if not copy: raise InvalidArgumentError("a file of no bytes is given; give those of a bundle or classifier")
    setattr(holder, data, ctypes.cast(copy, c_void_p))
    setattr(holder, count, len(copy))
    return copy


def _choose(classifier: Structure, allowed: Sequence[str], denied: Sequence[str], threshold: float) -> list[object]:
    """Says which gestures count; what is returned must live as long as that counts."""
    kept = []
    for names, field in ((allowed, "allowed"), (denied, "denied")):
        if isinstance(names, str): raise InvalidArgumentError(f"{field}_gestures is a text; give a list of names")
        texts = [name_text(name) for name in names]
        if not texts: continue
        kept.append((c_char_p * len(texts))(*texts))
        setattr(classifier, field, ctypes.addressof(kept[-1]))
        setattr(classifier, f"{field}_count", len(texts))
    classifier.score_threshold = _real("gesture_threshold", threshold)
    return kept

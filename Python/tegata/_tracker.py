"""What finds hands."""

from __future__ import annotations

import ctypes
import numbers
import operator
import os
from ctypes import POINTER, byref, c_char_p, c_void_p
from dataclasses import dataclass
from typing import Sequence, Tuple, Union

from . import _images, models
from ._errors import InvalidArgumentError
from ._library import Camera, GestureOptions, Options, PalmsReport, Search, call, fault, library, name_text, path_text
from ._results import Palms, Result

# Times are numbers of 64 bits.
_FIRST_BEYOND = 1 << 63

Model = Union[str, "os.PathLike[str]", bytes, None]
# What is known of a camera: focal lengths and middle in pixels, or the degrees that it shows from left to right.
KnownCamera = Union[Tuple[float, float, float, float], float]

SEARCH_AREAS = {"whole": 0, "tiles": 1, "auto": 2}


@dataclass(frozen=True)
class Smoothing:
    """How strongly landmarks are smoothed; speeds count in palm lengths per second."""

    #: Cutoff frequency of a hand at rest; lower means calmer.
    cutoff_hz: float = 1.0
    #: How much the cutoff rises with the speed; higher means less lag.
    speed_coefficient: float = 4.0
    #: Cutoff frequency of the speed itself.
    speed_cutoff_hz: float = 1.0


class Tracker:
    """Finds hands in single pictures and in one video. Any thread may call; calls take turns and let other threads of Python run.

    The first four options are MediaPipe's. All others are off and then change nothing.

    - `model`: the path of a bundle or its bytes; without one `hand_landmarker.task`, or `gesture_recognizer.task` where gestures are asked for, is
      looked for in the places of `tegata.models`.
    - `threads`: how many compute; without a number one for each processor, up to four. Results do not depend on it.
    - `gestures`: whether gestures are recognised. `allowed_gestures` are the only ones that count, `denied_gestures` do not, and
      `gesture_threshold` takes the place of the model's.
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
    - `legacy`: the answers are those of MediaPipe's older graph, `mediapipe.solutions.hands`. Hands are called as is right in mirrored pictures, new
      ones come first, and a frame of a video can have up to 2 `max_hands` − 1. `min_tracking_confidence` is the presence that a hand must exceed.
    """

    def __init__(
        self, model: Model = None, *, max_hands: int = 2, min_detection_confidence: float = 0.5, min_presence_confidence: float = 0.5,
        min_tracking_confidence: float = 0.5, threads: int | None = None, gestures: bool = False,
        allowed_gestures: Sequence[str] = (), denied_gestures: Sequence[str] = (), gesture_threshold: float = 0.0,
        refines_stills: bool = False, prefers_large_hands: bool = False, detection_interval: int = 1, identifies_hands: bool = False,
        identity_timeout_ms: int = 1000, averages_handedness: bool = False, smoothing: bool | Smoothing = False, legacy: bool = False,
        search: str = "whole", tile_side: int = 432, tile_overlap: float = 0.25, min_tile_confidence: float = 0.3, tiles_per_frame: int = 4,
        tile_ms: int | None = None, skips_unchanged: bool = True, camera: KnownCamera | None = None, palm_width: float | None = None,
    ) -> None:
        self._handle = c_void_p()
        self._library = library()
        # On the way of every frame.
        self._detect, self._track = self._library.tegata_tracker_detect, self._library.tegata_tracker_track
        self._free_result = self._library.tegata_result_free
        options = Options()
        self._library.tegata_options_init(byref(options), ctypes.sizeof(options))
        if model is None: model = models.find("gesture_recognizer.task" if gestures else "hand_landmarker.task")
        if isinstance(model, (bytes, bytearray, memoryview)):
            data = bytes(model)
            options.model, options.model_size = data, len(data)
        else:
            options.model_path = path_text(model)
        if threads is not None and threads < 1: raise InvalidArgumentError(f"threads is {threads}; ask for at least 1")
        options.threads = threads or 0
        options.max_hands = max_hands
        options.min_detection_confidence = _real("min_detection_confidence", min_detection_confidence)
        options.min_presence_confidence = _real("min_presence_confidence", min_presence_confidence)
        options.min_tracking_confidence = _real("min_tracking_confidence", min_tracking_confidence)
        options.gestures = self._has_gestures = bool(gestures)
        for classifier in (options.canned, options.custom): _choose(classifier, allowed_gestures, denied_gestures, gesture_threshold)
        options.refines_stills = bool(refines_stills)
        options.prefers_large_hands = bool(prefers_large_hands)
        options.detection_interval = detection_interval
        options.identifies_hands = bool(identifies_hands)
        options.identity_timeout_ms = identity_timeout_ms
        options.averages_handedness = bool(averages_handedness)
        if smoothing:
            # NumPy has truths of its own.
            values = Smoothing() if smoothing in (True,) else smoothing
            if not isinstance(values, Smoothing): raise TypeError(f"smoothing is {smoothing!r}; give True or a Smoothing")
            options.smooths = True
            options.smoothing_cutoff_hz = _real("cutoff_hz", values.cutoff_hz)
            options.smoothing_speed_coefficient = _real("speed_coefficient", values.speed_coefficient)
            options.smoothing_speed_cutoff_hz = _real("speed_cutoff_hz", values.speed_cutoff_hz)
        options.legacy = bool(legacy)
        if search not in SEARCH_AREAS: raise InvalidArgumentError(f"there is no search {search!r}; choose one of {', '.join(SEARCH_AREAS)}")
        # Zeros stand for what is not asked for.
        for name, value in (("tile_ms", tile_ms), ("palm_width", palm_width)):
            if value == 0: raise InvalidArgumentError(f"{name} is 0; ask for more, or for None")
        options.search = Search(
            SEARCH_AREAS[search], tile_side, _real("tile_overlap", tile_overlap), _real("min_tile_confidence", min_tile_confidence),
            tiles_per_frame, tile_ms or 0, bool(skips_unchanged))
        for holder, name, value in (
            (options, "threads", threads or 0), (options, "max_hands", max_hands), (options, "detection_interval", detection_interval),
            (options, "identity_timeout_ms", identity_timeout_ms), (options.search, "tile_side", tile_side),
            (options.search, "tiles_per_frame", tiles_per_frame), (options.search, "tile_ms", tile_ms or 0),
        ):
            # Only what the library's number holds of one has arrived.
            if getattr(holder, name) != value: raise InvalidArgumentError(f"{name} is {value}; ask for less")
        if camera is not None: options.camera = _known(camera)
        options.palm_width = _real("palm_width", palm_width or 0)
        call(self._library.tegata_tracker_create, byref(options), byref(self._handle))

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
        report = POINTER(PalmsReport)()
        call(self._library.tegata_tracker_palms, self._handle, image, _images.frame(rotation, mirrored, region), byref(report))
        del owner
        try: return Palms(report.contents)
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


def _known(camera: KnownCamera) -> Camera:
    """A camera as the library takes it."""
    known = camera_numbers(camera)
    return Camera(kind=2, field_of_view_degrees=known) if isinstance(known, float) else Camera(1, *known)


def _real(name: str, value: float) -> float:
    """A number as the library takes it."""
    try: return ctypes.c_double(value).value
    except OverflowError: raise InvalidArgumentError(f"{name} is no number that can be; give one such as 0.5") from None


def _choose(classifier: GestureOptions, allowed: Sequence[str], denied: Sequence[str], threshold: float) -> None:
    for names, field in ((allowed, "allowed"), (denied, "denied")):
        if isinstance(names, str): raise InvalidArgumentError(f"{field}_gestures is a text; give a list of names")
        texts = [name_text(name) for name in names]
        if texts: setattr(classifier, field, (c_char_p * len(texts))(*texts))
        setattr(classifier, f"{field}_count", len(texts))
    classifier.score_threshold = _real("gesture_threshold", threshold)

"""The tracker, which finds hands."""

from __future__ import annotations

import ctypes
import numbers
import operator
import os
from collections.abc import Sequence
from ctypes import Structure, byref, c_char_p, c_void_p
from dataclasses import dataclass
from typing import Any, NoReturn, SupportsIndex, Union

import numpy as np

from . import _images, models
from ._errors import InvalidArgumentError
from ._library import call, fault, library, name_text, path_text, struct
from ._results import Palms, Result

# Times are 64-bit numbers.
_FIRST_BEYOND = 1 << 63

# A file: a path, or its bytes.
File = Union[str, "os.PathLike[str]", bytes, bytearray, memoryview]
Model = Union[File, None]
# A camera: focal lengths and centre in pixels, or the horizontal field of view in degrees.
KnownCamera = Union[tuple[float, float, float, float], float]

SEARCH_AREAS = {"whole": 0, "tiles": 1, "auto": 2}
PRECISIONS = {"single": 0, "half": 1, "all-half": 2, "int8": 3}


@dataclass(frozen=True)
class Smoothing:
    """The strength of smoothing. Speeds are in palm lengths per second. None stands for the library's default."""

    #: The cutoff frequency of a hand at rest, in hertz; a lower value means less jitter.
    cutoff_hz: float | None = None
    #: The increase of the cutoff frequency with the speed; a higher value means less lag.
    speed_coefficient: float | None = None
    #: The cutoff frequency of the speed itself, in hertz.
    speed_cutoff_hz: float | None = None


class Tracker:
    """Finds hands in single images and in one video. Any thread may call it; calls take turns and let other Python
    threads run.

    The first four options are MediaPipe's. All others are off by default. Options that are None have the default values
    in tegata.h.

    - `model`: the path of a bundle or its bytes. By default, `hand_landmarker.task`, or `gesture_recognizer.task` if
      `gestures` is set, is searched for in the directories of `tegata.models`.
    - `threads`: the number of threads. By default, it is $TEGATA_THREADS, or one for each processor that the process
      may use, up to four. By default, fewer threads work while other programs need the processors. Results do not
      depend on this number.
    - `gestures`: whether gestures are recognised. Only `allowed_gestures` count, if given; `denied_gestures` do not
      count. `gesture_threshold` replaces the model's threshold.
    - `poses`: custom poses, as the path or the bytes of a classifier that `tegata train pose` wrote. A custom pose
      takes precedence over the gestures of the model, which are recognised only if `gestures` is set.
    - `actions`: actions of hands in videos, as the path or the bytes of a classifier that `tegata train action` wrote.
      Hands then have IDs.
    - `refines_stills`: single images are processed twice, the second time as precisely as videos.
    - `prefers_large_hands`: the largest palms come first instead of those with the highest scores.
    - `detection_interval`: in videos, new hands are searched for in every `detection_interval`-th frame, and whenever a
      hand was lost.
    - `identifies_hands`: hands of a video have IDs, which stay the same when hands cross, and while a hand is hidden
      for up to `identity_timeout_ms`.
    - `averages_handedness`: in videos, the handedness is the mean over all frames of a hand.
    - `smoothing`: landmarks of a video are smoothed; True for the default strength.
    - `search`: "tiles" also searches overlapping tiles of the image, which finds hands that are several times smaller;
      "auto" does so in large images. The smallest tiles have sides of `tile_side` pixels and overlap their neighbours
      by the fraction `tile_overlap`. Palms in tiles count from `min_tile_confidence` on. In videos, each frame searches
      `tiles_per_frame` tiles, or as many as `tile_ms` milliseconds allow. `skips_unchanged` skips tiles that show an
      even surface or have not changed.
    - `camera`: horizontal and vertical focal length and the centre, in pixels, or the horizontal field of view in
      degrees. Results then include the positions of hands in metres. `palm_width` is the distance between the centres
      of the knuckles of the index and the little finger, in metres; by default it is 0.06, the mean of adults.
    - `joints`: hands include the angles of their joints, the extended fingers and the visible landmarks, as `Joints`.
    - `precision`: "half" for the landmark network, or "all-half" for the palm network, too, on processors that compute
      with half precision; "int8" for 8 bits in the landmark network, on processors that multiply bytes.
    - `source_name`: results have `json`, the object that `tegata track --json` writes, with this name as its source.
    - `legacy`: the results are those of MediaPipe's older graph, `mediapipe.solutions.hands`. Handedness is correct for
      mirrored images, new hands come first, and a frame of a video can have up to 2 `max_hands` − 1 hands. A hand's
      presence must exceed `min_tracking_confidence`.
    """

    def __init__(
        self,
        model: Model = None,
        *,
        max_hands: int | None = None,
        min_detection_confidence: float | None = None,
        min_presence_confidence: float | None = None,
        min_tracking_confidence: float | None = None,
        threads: int | None = None,
        gestures: bool | None = None,
        allowed_gestures: Sequence[str] = (),
        denied_gestures: Sequence[str] = (),
        gesture_threshold: float = 0.0,
        poses: File | None = None,
        actions: File | None = None,
        refines_stills: bool | None = None,
        prefers_large_hands: bool | None = None,
        detection_interval: int | None = None,
        identifies_hands: bool | None = None,
        identity_timeout_ms: int | None = None,
        averages_handedness: bool | None = None,
        smoothing: bool | Smoothing | None = None,
        legacy: bool | None = None,
        search: str | None = None,
        tile_side: int | None = None,
        tile_overlap: float | None = None,
        min_tile_confidence: float | None = None,
        tiles_per_frame: int | None = None,
        tile_ms: int | None = None,
        skips_unchanged: bool | None = None,
        camera: KnownCamera | None = None,
        palm_width: float | None = None,
        joints: bool | None = None,
        source_name: str | None = None,
        precision: str | None = None,
    ) -> None:
        given = dict(locals())
        self._handle = c_void_p()
        self._library = library()
        # Looked up once, because every frame needs them.
        self._detect, self._track = self._library.tegata_tracker_detect, self._library.tegata_tracker_track
        self._free_result = self._library.tegata_result_free
        options = struct("options")()
        self._library.tegata_options_init(byref(options), ctypes.sizeof(options))
        if model is None:
            model = models.find("gesture_recognizer.task" if gestures else "hand_landmarker.task")
        elif isinstance(model, str):
            # Rejects names that no file can have.
            path_text(model)
            model = models.located(model)
        # In the library, zero stands for the default.
        for name in ("threads", "tile_ms", "palm_width"):
            if given[name] is not None and given[name] == 0:
                raise InvalidArgumentError(f"{name} is 0; use a larger number or None")
        if precision is not None:
            if precision not in PRECISIONS:
                raise InvalidArgumentError(f"unknown precision {precision!r}; choose one of {', '.join(PRECISIONS)}")
            given["precision"] = PRECISIONS[precision]
        for holder in (options, options.search):
            for name, *_ in holder._fields_:
                # All numbers, which have the library's names.
                if given.get(name) is not None and isinstance(getattr(holder, name), (int, float)):
                    _set(holder, name, given[name])
        # The library copies files, but names and paths must live until then.
        kept = [_point(options, "model", "model_size", "model_path", model)]
        for name, classifier in (("poses", poses), ("actions", actions)):
            if classifier is not None:
                kept.append(_point(getattr(options, name), "bytes", "byte_count", "path", classifier))
        if source_name is not None:
            options.source_name = name_text(source_name)
        self._has_gestures = bool(gestures) or poses is not None
        for classifier in (options.canned, options.custom):
            kept += _choose(classifier, allowed_gestures, denied_gestures, gesture_threshold)
        if smoothing:
            # NumPy has its own Boolean type.
            values = Smoothing() if smoothing in (True,) else smoothing
            if not isinstance(values, Smoothing):
                raise TypeError(f"smoothing is {smoothing!r}; give True or a Smoothing")
            options.smooths = True
            for name, value in vars(values).items():
                if value is not None:
                    _set(options, f"smoothing_{name}", value)
        if search is not None:
            if search not in SEARCH_AREAS:
                raise InvalidArgumentError(f"unknown search {search!r}; choose one of {', '.join(SEARCH_AREAS)}")
            options.search.area = SEARCH_AREAS[search]
        if camera is not None:
            options.camera = _known(camera)
        call(self._library.tegata_tracker_create, byref(options), byref(self._handle))
        del kept

    def detect(
        self,
        picture: _images.Picture,
        *,
        format: str | None = None,
        rotation: int = 0,
        mirrored: bool = False,
        region: tuple[float, float, float, float] | None = None,
        matrix: str = "bt601",
        full_range: bool = False,
    ) -> Result:
        """Returns the hands of a single image; does not disturb a video.

        - `picture`: the path of a file, a Pillow image, or an array of uint8. Its shape is height × width × 3 in the
          format "rgb" or "bgr", × 4 in "rgba" or "bgra", × 2 in "yuyv", and height × width in "gray". In "nv12", "nv21"
          and "i420", chroma follows luma with half as many rows. Rows may have any stride, so that parts of images are
          not copied.
        - `rotation`: the clockwise rotation in degrees that makes the image upright, a multiple of 90. With `mirrored`,
          it applies to the image without the mirror: a mirrored image that must be turned by 90 needs 270.
        - `mirrored`: whether the image is mirrored. The handedness is then still correct.
        - `region`: left, top, right and bottom of the only part to process, as fractions of the image.
        - `matrix`, `full_range`: the conversion of luma and chroma to colours.
        """
        image, owner = _images.view(picture, format, matrix, full_range)
        report, error = c_void_p(), c_void_p()
        how = _images.frame(rotation, mirrored, region) if rotation or mirrored or region is not None else None
        status = self._detect(self._handle, image, how, byref(report), byref(error))
        del owner
        if status:
            raise fault(status, error)
        try:
            return Result(report.value or 0, None, self._has_gestures)
        finally:
            self._free_result(report)

    def track(
        self,
        picture: _images.Picture,
        milliseconds: int,
        *,
        format: str | None = None,
        rotation: int = 0,
        mirrored: bool = False,
        region: tuple[float, float, float, float] | None = None,
        matrix: str = "bt601",
        full_range: bool = False,
    ) -> Result:
        """Returns the hands of the next frame of a video. Times must increase. The other arguments are those of
        `detect`."""
        image, owner = _images.view(picture, format, matrix, full_range)
        report, error = c_void_p(), c_void_p()
        # Each further call takes microseconds, because its code has left the processor's caches since the last frame.
        how = _images.frame(rotation, mirrored, region) if rotation or mirrored or region is not None else None
        milliseconds = operator.index(milliseconds)
        if not -_FIRST_BEYOND <= milliseconds < _FIRST_BEYOND:
            raise InvalidArgumentError(f"the time {milliseconds} ms is out of range; start at 0")
        status = self._track(self._handle, image, how, milliseconds, byref(report), byref(error))
        del owner
        if status:
            raise fault(status, error)
        try:
            return Result(report.value or 0, milliseconds, self._has_gestures)
        finally:
            self._free_result(report)

    def palms(
        self,
        picture: _images.Picture,
        *,
        format: str | None = None,
        rotation: int = 0,
        mirrored: bool = False,
        region: tuple[float, float, float, float] | None = None,
        matrix: str = "bt601",
        full_range: bool = False,
    ) -> Palms:
        """Returns all palms of an image; does not disturb a video. The arguments are those of `detect`."""
        image, owner = _images.view(picture, format, matrix, full_range)
        report = c_void_p()
        call(
            self._library.tegata_tracker_palms,
            self._handle,
            image,
            _images.frame(rotation, mirrored, region),
            byref(report),
        )
        del owner
        try:
            return Palms(report.value or 0)
        finally:
            self._library.tegata_palms_free(report)

    def reset(self) -> None:
        """Ends the video, so that the next frame may belong to another video and have any time."""
        call(self._library.tegata_tracker_reset, self._handle)

    def close(self) -> None:
        """Ends the tracker. Further calls have no effect."""
        self._library.tegata_tracker_free(self._handle)

    def __reduce_ex__(self, protocol: SupportsIndex) -> NoReturn:
        raise TypeError("a tracker can be neither copied nor pickled; create another one")

    def __enter__(self) -> Tracker:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_library", None) is not None:
            self.close()


def camera_numbers(camera: KnownCamera) -> tuple[float, float, float, float] | float:
    """Returns a camera as floats."""
    try:
        if isinstance(camera, (float, numbers.Real)):
            return float(camera)
        focal_x, focal_y, center_x, center_y = (1.0 * number for number in camera)
        return focal_x, focal_y, center_x, center_y
    except (TypeError, ValueError, OverflowError):
        raise InvalidArgumentError(
            f"{camera!r} is not a camera; give four numbers such as (900, 900, 640, 360), or degrees such as 70"
        ) from None


def _known(camera: KnownCamera) -> Structure:
    """Returns a camera as the library's struct."""
    known = camera_numbers(camera)
    return (
        struct("camera")(kind=2, field_of_view_degrees=known)
        if isinstance(known, float)
        else struct("camera")(1, *known)
    )


def _set(holder: Structure, name: str, value: Any) -> None:
    """Sets a number in a struct of the library. Raises an error if it does not fit."""
    if isinstance(value, np.bool_):
        value = bool(value)
    if isinstance(getattr(holder, name), float):
        setattr(holder, name, _real(name, value))
    else:
        setattr(holder, name, value)
        # A number that does not fit into the library's field was cut off.
        if getattr(holder, name) != value:
            raise InvalidArgumentError(f"{name} is {value}, which is out of range; use a smaller number")


def _real(name: str, value: float) -> float:
    """Returns a number as the library's double."""
    try:
        return ctypes.c_double(value).value
    except OverflowError:
        raise InvalidArgumentError(f"{name} is out of range; give a number such as 0.5") from None


def _point(holder: Structure, data: str, count: str, path: str, file: File) -> object:
    """Sets a file by its bytes or its path. The returned object must live as long as the struct is used."""
    if not isinstance(file, (bytes, bytearray, memoryview)):
        setattr(holder, path, path_text(file))
        return None
    # Count bytes instead of items.
    copy = bytes(file)
    if not copy:
        raise InvalidArgumentError("the file is empty; give the bytes of a bundle or classifier")
    setattr(holder, data, ctypes.cast(c_char_p(copy), c_void_p))
    setattr(holder, count, len(copy))
    return copy


def _choose(classifier: Structure, allowed: Sequence[str], denied: Sequence[str], threshold: float) -> list[object]:
    """Sets the gestures that count. The returned objects must live as long as the struct is used."""
    kept: list[object] = []
    for names, field in ((allowed, "allowed"), (denied, "denied")):
        if isinstance(names, str):
            raise InvalidArgumentError(f"{field}_gestures is a single string; give a list of names")
        texts = [name_text(name) for name in names]
        if not texts:
            continue
        array = (c_char_p * len(texts))(*texts)
        kept.append(array)
        setattr(classifier, field, ctypes.addressof(array))
        setattr(classifier, f"{field}_count", len(texts))
    classifier.score_threshold = _real("gesture_threshold", threshold)
    return kept

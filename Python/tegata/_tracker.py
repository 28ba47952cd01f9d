"""The tracker, which finds hands."""

from __future__ import annotations

import ctypes
import hashlib
import json
import numbers
import operator
import os
from collections.abc import Iterator, Sequence
from ctypes import Structure, byref, c_char_p, c_void_p
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn, SupportsIndex, Union

import numpy as np

from . import _images, models
from ._errors import InvalidArgumentError
from ._library import call, fault, library, name_text, path_text, struct
from ._networks import Networks, Running
from ._results import Palms, Result

# Times are 64-bit numbers.
_FIRST_BEYOND = 1 << 63

# A file: a path, or its bytes.
File = Union[str, "os.PathLike[str]", bytes, bytearray, memoryview]
Model = Union[File, None]
# A camera: focal lengths and centre in pixels, or the horizontal field of view in degrees.
KnownCamera = Union[tuple[float, float, float, float], float]


@dataclass(frozen=True)
class Smoothing:
    """The strength of smoothing."""

    #: The cutoff frequency of a hand at rest, in hertz; a lower value means less jitter. Default: 1.
    cutoff_hz: float | None = None
    #: The increase of the cutoff frequency in hertz for each palm length per second; a higher value means less lag.
    #: Default: 4.
    speed_coefficient: float | None = None
    #: The cutoff frequency of the speed itself, in hertz. Default: 1.
    speed_cutoff_hz: float | None = None


class Tracker:
    """Finds hands in single images and in one video. Any thread may call it: calls are serialised, and Tegata releases
    the GIL during a call.

    Pass all arguments except `model` by name. None stands for the default.

    Model and threads:

    - `model` (`hand_landmarker.task`, or `gesture_recognizer.task` with `gestures`): path or bytes of a bundle. A name
      without a directory is searched for in the current directory, then in the model directories.
    - `threads` ($TEGATA_THREADS, or one for each processor that the process may use, up to 4): number of threads, 1 to
      64; fewer work while other programs need the processors. Results do not depend on it.

    Hands:

    - `max_hands` (2): maximum number of hands.
    - `min_detection_confidence` (0.5): lowest score at which a palm counts, 0 to 1.
    - `min_presence_confidence` (0.5): presence that a hand must exceed, 0 to 1.
    - `min_tracking_confidence` (0.5): overlap beyond which a palm belongs to a tracked hand, 0 to 1.
    - `refines_stills` (off): process single images twice, the second time as precisely as videos.
    - `prefers_large_hands` (off): start with the largest palms instead of those with the highest scores.
    - `networks` (the model's): `Networks` that you run, such as on an accelerator. Only gestures then need a
      model.
    - `precision` ("single"): "half" for the landmark network or "all-half" for both networks, on processors that
      compute with half precision; "int8" for 8 bits in the landmark network, on processors that multiply bytes.
    - `source_name` (none): results have `json`, the object that `tegata track --json` writes, with this name as its
      source.
    - `legacy` (off): give the results of MediaPipe's older graph, `mediapipe.solutions.hands`. Handedness is correct
      for mirrored images, new hands come first, and a frame of a video can have up to 2 `max_hands` − 1 hands. A hand's
      presence must exceed `min_tracking_confidence`. Cannot be combined with tiles.

    Gestures and actions:

    - `gestures` (off): recognise gestures; the model must have gesture networks.
    - `allowed_gestures` (all): gestures that count; all others are ignored.
    - `denied_gestures` (none): gestures that do not count. Has no effect if some are allowed.
    - `gesture_threshold` (0: the model's): lowest score at which a gesture counts.
    - `poses` (none): path or bytes of a classifier that `tegata train pose` wrote. A custom pose takes precedence over
      the model's gestures, which are recognised only if `gestures` is set.
    - `actions` (none): path or bytes of a classifier that `tegata train action` wrote, for videos. Hands then have IDs.

    Videos:

    - `events` (off): results have `events` of hands that appear or disappear, gestures that begin or end, and actions.
      Hands then have IDs.
    - `finger_events` (off): events include fingers that are extended or curled.
    - `gesture_dwell_ms` (150): milliseconds for which a hand must make a gesture before it begins.
    - `gesture_release_ms` (150): milliseconds for which a hand must not make its gesture before it ends.
    - `identifies_hands` (off; on in `tegata.track`): hands have IDs, which stay the same when hands cross.
    - `identity_timeout_ms` (1000): milliseconds for which a hidden hand keeps its ID.
    - `averages_handedness` (off): the handedness is the mean over all frames of a hand.
    - `smoothing` (off): smooth the landmarks; True for the default strength.
    - `prediction_ms` (0): report each hand where it will be after this time in milliseconds, up to 1000, if it keeps
      moving as it does.
    - `offline` (off): keep all results of the video for `revised` and `report`, about 4 kB for a frame with two hands.
      Hands then have IDs.
    - `detection_interval` (1): while hands are missing, search only every Nth frame for new ones. A lost hand starts a
      search at once.

    Search for far hands:

    - `search` ("whole"): "tiles" also searches overlapping tiles, which finds hands that are several times smaller;
      "auto" does so in images with a side longer than twice `tile_side`. "thorough" looks again, zoomed out, turned and
      in parts, while hands are missing.
    - `tile_side` (432): sides of the smallest tiles in pixels, 64 to 32767.
    - `tile_overlap` (0.25): fraction of a tile that overlaps its neighbour, 0 to 0.75.
    - `min_tile_confidence` (0.3): lowest score at which a palm in a tile counts, 0 to 1.
    - `tiles_per_frame` (4): number of tiles that each frame of a video searches.
    - `tile_ms` (off): milliseconds for tiles in each frame, instead of `tiles_per_frame`. Results then depend on the
      speed of the machine.
    - `skips_unchanged` (on): in videos, skip tiles that show an even surface or have not changed.

    Space:

    - `camera` (unknown): horizontal and vertical focal length and the centre in pixels, or the horizontal field of view
      in degrees. Results then have positions in metres.
    - `palm_width` (0.06, the mean of adults): metres between the centres of the knuckles of the index and the little
      finger, 0.02 to 0.15; needs `camera`.
    - `joints` (off): hands have `joints`.
    - `skeleton` (off): fit a hand with constant bones to the landmarks of each hand, which makes joints more accurate.
      Hands then have `skeleton_landmarks`.
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
        events: bool | None = None,
        finger_events: bool | None = None,
        gesture_dwell_ms: int | None = None,
        gesture_release_ms: int | None = None,
        skeleton: bool | None = None,
        prediction_ms: int | None = None,
        networks: Networks | None = None,
        offline: bool | None = None,
    ) -> None:
        given = dict(locals())
        self._handle = c_void_p()
        self._library = library()
        # Looked up once, because every frame needs them.
        self._detect, self._track = self._library.tegata_tracker_detect, self._library.tegata_tracker_track
        self._free_result = self._library.tegata_result_free
        options = struct("options")()
        self._library.tegata_options_init(byref(options), ctypes.sizeof(options))
        if model is None and (networks is None or gestures):
            model = models.find("gesture_recognizer.task" if gestures else "hand_landmarker.task")
        elif isinstance(model, str):
            # Rejects names that no file can have.
            path_text(model)
            model = models.located(model)
        #: The hash of the model and the arguments that change results, for reports.
        self._origin = _origin(model, given) if offline else ("", [])
        # In the library, zero stands for the default.
        for name in ("threads", "tile_ms", "palm_width"):
            if given[name] is not None and given[name] == 0:
                raise InvalidArgumentError(f"{name} is 0; use a larger number or None")
        if precision is not None:
            given["precision"] = self._number("precision", precision)
        for holder in (options, options.search):
            for name, *_ in holder._fields_:
                # All numbers, which have the library's names.
                if given.get(name) is not None and isinstance(getattr(holder, name), (int, float)):
                    _set(holder, name, given[name])
        # The library copies files, but names and paths must live until then.
        kept = [] if model is None else [_point(options, "model", "model_size", "model_path", model)]
        self._running = None if networks is None else Running(networks)
        if self._running is not None:
            options.networks = ctypes.addressof(self._running.described)
        for name, classifier in (("poses", poses), ("actions", actions)):
            if classifier is not None:
                kept.append(_point(getattr(options, name), "bytes", "byte_count", "path", classifier))
        if source_name is not None:
            options.source_name = name_text(source_name)
        self._has_gestures = bool(gestures) or poses is not None
        self._has_joints, self._has_events = bool(joints), bool(events or finger_events)
        self._threads = threads
        #: The times of the frames that are kept; None if the tracker is not offline.
        self._times: list[int] | None = [] if offline else None
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
            options.search.area = self._number("search.area", search)
        if camera is not None:
            options.camera = _known(camera)
        call(self._library.tegata_tracker_create, byref(options), byref(self._handle))
        del kept

    def _number(self, field: str, name: str) -> int:
        """Returns the number that stands for a name in a field of the options."""
        names = self._library.choices[field]
        if name not in names:
            raise InvalidArgumentError(f"unknown {field.split('.')[0]} {name!r}; choose one of {', '.join(names)}")
        return names.index(name)

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
        """Returns the hands of a single image. Does not disturb a video.

        - `picture`: the path of a file, a Pillow image, or an array of uint8. Parts of images, other row strides and
          `array[:, :, ::-1]` are not copied.
        - `format` ("rgb", "rgba" or "gray", by the shape): "rgb" and "bgr" are arrays of height × width × 3, "rgba" and
          "bgra" × 4, "yuyv" × 2, and "gray" is height × width. "nv12", "nv21" and "i420" are 1.5 height × width, with
          chroma after luma.
        - `rotation` (0): clockwise rotation in degrees that makes the image upright, a multiple of 90. With `mirrored`,
          it applies to the image without the mirror: a mirrored image that must be turned by 90 needs 270.
        - `mirrored` (False): the image is mirrored, and the handedness is still correct.
        - `region` (the whole image): left, top, right and bottom of the part to process, as fractions of the image.
        - `matrix` ("bt601"): "bt601" or "bt709", the conversion of luma and chroma to colours.
        - `full_range` (False): luma and chroma use all of 0 to 255.
        """
        image, owner = _images.view(picture, format, matrix, full_range)
        report, error = c_void_p(), c_void_p()
        how = _images.frame(rotation, mirrored, region) if rotation or mirrored or region is not None else None
        status = self._detect(self._handle, image, how, byref(report), byref(error))
        del owner
        if status:
            raise self._fault(status, error)
        try:
            return Result(report.value or 0, None, self._has_gestures)
        finally:
            self._free_result(report)

    def _fault(self, status: int, error: c_void_p) -> BaseException:
        """Returns the exception of the caller's networks, or the error that the library reported."""
        reported = fault(status, error)
        return self._running and self._running.take_fault() or reported

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
        """Returns the hands of the next frame of a video. Times are whole milliseconds and must increase. For
        the other arguments, see `detect`."""
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
            raise self._fault(status, error)
        try:
            result = Result(report.value or 0, milliseconds, self._has_gestures)
        finally:
            self._free_result(report)
        if self._times is not None:
            self._times.append(milliseconds)
        return result

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
        """Returns all palms of an image; does not disturb a video. For the arguments, see `detect`."""
        image, owner = _images.view(picture, format, matrix, full_range)
        report, error = c_void_p(), c_void_p()
        how = _images.frame(rotation, mirrored, region)
        status = self._library.tegata_tracker_palms(self._handle, image, how, byref(report), byref(error))
        del owner
        if status:
            raise self._fault(status, error)
        try:
            return Palms(report.value or 0)
        finally:
            self._library.tegata_palms_free(report)

    def revised(self) -> Iterator[Result]:
        """Yields the result for each frame of the video so far with revised tracks, if the tracker is `offline`: IDs
        follow the hands where they meet, each track has one side, and gaps of up to half a second are filled with hands
        whose `presence` is 0."""
        for index, milliseconds in enumerate(self._times or ()):
            report = c_void_p()
            call(self._library.tegata_tracker_revised, self._handle, index, byref(report))
            try:
                yield Result(report.value or 0, milliseconds, self._has_gestures)
            finally:
                self._free_result(report)

    def report(self) -> dict[str, Any]:
        """Returns what is probably wrong with the revised tracks of the video so far, with a score for each second, as
        `tegata report` writes it. `options` are the arguments that change results, and `hash` is the hash of the
        version, the model, the options and the results. The tracker must be `offline`."""
        report = c_void_p()
        call(self._library.tegata_tracker_report, self._handle, byref(report))
        try:
            contents = json.loads(struct("result").from_address(report.value or 0).json)
        finally:
            self._free_result(report)
        model, options = self._origin
        lines = (contents["tegata"], model, *options, contents["results"])
        return {**contents, "model": model, "options": options, "hash": _sha256("".join(f"{line}\n" for line in lines))}

    def finish(self) -> Result:
        """Ends the video like `reset`. Returns a result without hands that has the events of all hands and gestures
        that end with the video."""
        report = c_void_p()
        call(self._library.tegata_tracker_finish, self._handle, byref(report))
        self._forget()
        try:
            return Result(report.value or 0, None, self._has_gestures)
        finally:
            self._free_result(report)

    def reset(self) -> None:
        """Ends the video, so that the next frame may belong to another video and have any time."""
        call(self._library.tegata_tracker_reset, self._handle)
        self._forget()

    def _forget(self) -> None:
        if self._times is not None:
            self._times = []

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


def _sha256(data: str | bytes | bytearray | memoryview) -> str:
    return hashlib.sha256(data.encode() if isinstance(data, str) else data).hexdigest()


def _origin(model: Model, given: dict[str, Any]) -> tuple[str, list[str]]:
    """Returns the hash of a model and the arguments that change results, with hashes in place of files."""

    def contents(file: File) -> bytes | bytearray | memoryview:
        return Path(file).read_bytes() if isinstance(file, (str, os.PathLike)) else file

    defaults = Tracker.__init__.__kwdefaults__ or {}
    options = {name: given[name] for name in defaults if given[name] is not defaults[name]}
    for name in ("threads", "source_name", "networks"):
        options.pop(name, None)
    for name in ("poses", "actions"):
        if name in options:
            options[name] = _sha256(contents(options[name]))
    listed = [f"{name}={value}" for name, value in sorted(options.items())]
    return "" if model is None else _sha256(contents(model)), listed


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

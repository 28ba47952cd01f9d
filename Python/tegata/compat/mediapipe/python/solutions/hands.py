"""Finds hands through the older interface."""

from __future__ import annotations

import operator
import threading
from collections.abc import Iterator
from typing import Any

import numpy as np

from ..... import models
from ....._errors import TegataError
from ....._results import Result
from ....._tracker import Tracker
from ...tasks.python.vision.hand_landmarker import HandLandmark
from ..solution_base import SolutionBase, SolutionOutputs
from .hands_connections import HAND_CONNECTIONS

_STREAMS = ("multi_hand_landmarks", "multi_hand_world_landmarks", "multi_handedness")
_BUNDLES = ("hand_landmarker_lite.task", "hand_landmarker.task")
# A list of landmarks in protobuf's encoding, with zeros as numbers: for each landmark a tag and a length, then tags and
# floats of x, y and z.
_LANDMARKS = b"\x0a\x0f\x0d\0\0\0\0\x15\0\0\0\0\x1d\0\0\0\0" * 21
# The offset of the first number of a list, and the strides of landmarks and of their numbers.
_FIRST, _STEPS = 3, (17, 5)


class Hands(SolutionBase):
    """Finds the hands of images, or of successive frames of a video. Handedness is correct for mirrored images.

    - `static_image_mode`: images are unrelated.
    - `max_num_hands`: the maximum number of hands.
    - `model_complexity`: 0 for the lite networks, 1 for the full ones.
    - `min_detection_confidence`: the minimum score of a palm.
    - `min_tracking_confidence`: the presence that a hand must exceed.
    """

    def __init__(
        self,
        static_image_mode: bool = False,
        max_num_hands: int = 2,
        model_complexity: int = 1,
        min_detection_confidence: float = 0.5,
        min_tracking_confidence: float = 0.5,
    ) -> None:
        # Imported here, because only messages need protobuf.
        from ...framework.formats import classification_pb2, landmark_pb2

        self._messages = (landmark_pb2.NormalizedLandmarkList.FromString, landmark_pb2.LandmarkList.FromString)
        self._sides = classification_pb2.ClassificationList
        complexity, count = _integer(model_complexity), _integer(max_num_hands)
        if complexity not in (0, 1):
            raise ValueError(f"model_complexity is {complexity}; choose 0 for the lite networks, or 1")
        self._is_static = bool(static_image_mode)
        # The permanent error of the object. An error in the options is reported at the first image.
        self._fault = "" if count > 0 else "max_vec_size should be greater than or equal to 1."
        self._has_failed = False
        self._lock = threading.Lock()
        self._milliseconds = 0
        self._tracker = Tracker(
            models.find(_BUNDLES[complexity]),
            max_hands=max(count, 1),
            legacy=True,
            min_detection_confidence=_number(min_detection_confidence),
            min_tracking_confidence=_below(_number(min_tracking_confidence)),
        )

    def process(self, image: np.ndarray) -> Any:
        """Returns the hands of an image, an array of height × width × 3 with red first. The result has three lists of
        messages, each None if there are no hands."""
        self._check()
        if image.shape[2] != 3:
            raise ValueError("Input image must contain three channel rgb data.")
        pixels = _pixels(image)
        with self._lock:
            if self._has_failed:
                raise RuntimeError(f"Graph has errors: \n{self._fault}")
            if not pixels.size:
                self._fault = f"a picture of {pixels.shape[1]} × {pixels.shape[0]} pixels cannot be searched"
            if self._fault:
                self._has_failed = True
                raise RuntimeError(f"CalculatorGraph::Run() failed: \n{self._fault}")
            try:
                result = (
                    self._tracker.detect(pixels)
                    if self._is_static
                    else self._tracker.track(pixels, self._next_milliseconds())
                )
            except TegataError as error:
                raise RuntimeError(str(error)) from error
        return self._outputs(result)

    def reset(self) -> None:
        """Discards the hands of the last frame."""
        if self._is_open:
            self._tracker.reset()

    def close(self) -> None:
        """Closes the solution. It can then be neither used nor closed again."""
        super().close()
        self._tracker.close()
        if self._has_failed:
            raise RuntimeError(f"CalculatorGraph::Run() failed: \n{self._fault}")

    def _next_milliseconds(self) -> int:
        # About thirty frames per second; no result depends on it.
        self._milliseconds += 33
        return self._milliseconds

    def _outputs(self, result: Result) -> SolutionOutputs:
        if not len(result):
            return SolutionOutputs(**dict.fromkeys(_STREAMS))
        points = zip(self._messages, (result.landmarks, result.world_landmarks))
        lists = [[parse(data) for data in _serialized(hands)] for parse, hands in points]
        sides = [
            self._sides(classification=[dict(index=int(name == "Right"), score=score, label=name)])
            for name, score in zip(result.handedness, result.handedness_scores.tolist())
        ]
        return SolutionOutputs(**dict(zip(_STREAMS, (*lists, sides))))


def _serialized(hands: np.ndarray) -> Iterator[bytes]:
    """Yields lists of landmarks in protobuf's encoding."""
    size = len(_LANDMARKS)
    data = bytearray(_LANDMARKS * len(hands))
    np.ndarray(hands.shape, "<f4", data, _FIRST, (size, *_STEPS))[...] = hands
    return (bytes(data[start : start + size]) for start in range(0, len(data), size))


def _pixels(image: np.ndarray) -> np.ndarray:
    """Returns the image as uint8. Values beyond the third dimension are ignored."""
    pixels = np.asarray(image)
    if pixels.dtype.char != "B":
        if not np.can_cast(pixels.dtype, np.uint8, "safe"):
            raise TypeError(
                f"Cannot cast array data from {pixels.dtype!r} to dtype('uint8') according to the rule 'safe'"
            )
        pixels = pixels.astype(np.uint8)
    if pixels.ndim == 3:
        return pixels
    height, width = pixels.shape[:2]
    return np.ascontiguousarray(pixels).reshape(-1)[: height * width * 3].reshape(height, width, 3)


def _integer(value: Any) -> int:
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"create_int(): incompatible function arguments; {value!r} is no int") from None
    if not -(2**31) <= number < 2**31:
        raise OverflowError(f"{number} is not between {-(2**31)} and {2**31 - 1}")
    return number


def _number(value: Any) -> float:
    if value is None:
        return 0.5
    if isinstance(value, str):
        raise TypeError("must be real number, not str")
    return float(value)


def _below(value: float) -> float:
    """Returns the largest float32 that is not above the number. A presence is a float32, so it exceeds either both or
    neither."""
    with np.errstate(over="ignore"):
        single = np.float32(value)
    return float(np.nextafter(single, np.float32(-np.inf)) if float(single) > value else single)

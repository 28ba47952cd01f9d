"""What is found."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import Iterator

import numpy as np

from ._library import RESULT, HandReport, PalmReport, PalmsReport

# Pairs of landmarks with a line between them, the palm first and then the fingers from the thumb on.
HAND_CONNECTIONS: tuple[tuple[int, int], ...] = (
    (0, 1), (0, 5), (9, 13), (13, 17), (5, 9), (0, 17),
    *((base + step, base + step + 1) for base in (1, 5, 9, 13, 17) for step in range(3)),
)

_SIDES = ("Right", "Left")
_POINTS = (21, 3)


def _dtype(structure: type[ctypes.Structure], **kinds: object) -> np.dtype:
    """Some fields of a struct as NumPy sees it."""
    return np.dtype({
        "names": list(kinds), "formats": list(kinds.values()), "offsets": [getattr(structure, name).offset for name in kinds],
        "itemsize": ctypes.sizeof(structure),
    })


_HAND = _dtype(
    HandReport, id="i8", landmarks=("f4", _POINTS), world_landmarks=("f4", _POINTS), rectangle=("f4", 5), presence="f4", handedness="i4",
    handedness_score="f4", gesture_score="f4", gesture_is_custom="i4")
_Header = ctypes.c_char * RESULT.size
_PALM = _dtype(PalmReport, score="f4", x=("f4", 4), keypoints=("f4", (7, 2)), hand=("f4", 5))


@dataclass(frozen=True)
class Timings:
    """Nanoseconds of each stage over all hands."""

    palm_image: int
    palm_network: int
    palm_decoding: int
    hand_images: int
    hand_network: int
    hand_decoding: int
    gestures: int
    total: int


@dataclass(frozen=True)
class Hand:
    """One hand of a picture."""

    #: 21 × 3: fractions of the picture's width and height; depths from the wrist in the unit of x, negative towards the camera.
    landmarks: np.ndarray
    #: 21 × 3, in metres around the middle of the hand.
    world_landmarks: np.ndarray
    #: "Right" or "Left": of the person in a picture that is not mirrored.
    handedness: str
    handedness_score: float
    #: How sure it is that there is a hand.
    presence: float
    #: The same number in all frames of a video, if asked for.
    id: int | None
    #: What the hand shows; nothing where that was not asked for or nothing counts.
    gesture: str | None
    gesture_score: float
    #: Middle, size and turn of what the landmarks were found in: x, y, width, height, radians.
    rectangle: np.ndarray


class Result:
    """The hands of a picture. Arrays have a row for each hand; the result itself is a sequence of hands."""

    __slots__ = ("_bytes", "_cache", "_gestures", "_header", "milliseconds")

    def __init__(self, address: int, milliseconds: int | None, has_gestures: bool) -> None:
        """Copies what the library has found."""
        self._header = RESULT.unpack(_Header.from_address(address))
        count, hands = self._header[:2]
        self._bytes = (ctypes.c_char * (count * _HAND.itemsize)).from_address(hands).raw if count else b""
        self._gestures = _names(hands, count) if has_gestures else [None] * count
        self._cache: np.ndarray | None = None
        #: The time of the frame in a video.
        self.milliseconds = milliseconds

    @property
    def _hands(self) -> np.ndarray:
        if self._cache is None: self._cache = np.frombuffer(self._bytes, _HAND)
        return self._cache

    @property
    def timings(self) -> Timings:
        """How long each stage took."""
        return Timings(*self._header[2:])

    def __len__(self) -> int:
        return len(self._gestures)

    def __getitem__(self, index: int) -> Hand:
        row = self._hands[index]
        return Hand(
            row["landmarks"], row["world_landmarks"], _SIDES[row["handedness"]], float(row["handedness_score"]), float(row["presence"]),
            int(row["id"]) if row["id"] >= 0 else None, self._gestures[index], float(row["gesture_score"]), row["rectangle"])

    def __iter__(self) -> Iterator[Hand]:
        return (self[index] for index in range(len(self)))

    def __repr__(self) -> str:
        return f"<Result: {', '.join(self.handedness) or 'no hands'}>"

    @property
    def landmarks(self) -> np.ndarray:
        """n × 21 × 3: fractions of the picture's width and height, and depths."""
        return self._hands["landmarks"]

    @property
    def world_landmarks(self) -> np.ndarray:
        """n × 21 × 3, in metres."""
        return self._hands["world_landmarks"]

    @property
    def handedness(self) -> list[str]:
        """Which hands they are, "Right" or "Left"."""
        return [_SIDES[side] for side in self._hands["handedness"]]

    @property
    def handedness_scores(self) -> np.ndarray:
        """How sure that is."""
        return self._hands["handedness_score"]

    @property
    def presence(self) -> np.ndarray:
        """How sure it is that there is a hand."""
        return self._hands["presence"]

    @property
    def ids(self) -> np.ndarray:
        """The same number for the same hand in all frames; −1 where that was not asked for."""
        return self._hands["id"]

    @property
    def gestures(self) -> list[str | None]:
        """What each hand shows."""
        return self._gestures

    @property
    def gesture_scores(self) -> np.ndarray:
        """How sure that is."""
        return self._hands["gesture_score"]

    @property
    def rectangles(self) -> np.ndarray:
        """n × 5: middle, size and turn of what the landmarks were found in."""
        return self._hands["rectangle"]


def _names(hands: int, count: int) -> list[str | None]:
    """Of the gestures."""
    names = [hand.gesture for hand in (HandReport * count).from_address(hands)] if count else []
    return [name.decode() if name is not None else None for name in names]


class Palms:
    """The palms of a picture by falling score. Arrays have a row for each."""

    __slots__ = ("_palms",)

    def __init__(self, report: PalmsReport) -> None:
        count = report.palm_count
        self._palms = np.frombuffer(ctypes.string_at(report.palms, count * _PALM.itemsize) if count else b"", _PALM)

    def __len__(self) -> int:
        return len(self._palms)

    @property
    def scores(self) -> np.ndarray:
        """How sure the detector is."""
        return self._palms["score"]

    @property
    def boxes(self) -> np.ndarray:
        """n × 4: left, top, width and height as fractions of the picture."""
        return self._palms["x"]

    @property
    def keypoints(self) -> np.ndarray:
        """n × 7 × 2: wrist, knuckles of the four fingers from the index finger on, both joints of the thumb nearest to the wrist."""
        return self._palms["keypoints"]

    @property
    def hands(self) -> np.ndarray:
        """n × 5: middle, size and turn of the rectangle of the hand."""
        return self._palms["hand"]

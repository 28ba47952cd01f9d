"""What is found."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import Iterator, overload

import numpy as np

from ._library import RESULT, HandReport, MetricReport, PalmReport, PalmsReport

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
_METRIC = _dtype(
    MetricReport, is_known="i4", position=("f4", 3), distance_uncertainty="f4", palm_normal=("f4", 3), pointing_direction=("f4", 3),
    pinch_aperture="f4", landmarks=("f4", _POINTS))
_PALM = _dtype(PalmReport, score="f4", x=("f4", 4), keypoints=("f4", (7, 2)), hand=("f4", 5))
_ResultBytes = ctypes.c_char * RESULT.size


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


# Hands are compared as objects, since arrays in them are not equal as a whole.
@dataclass(frozen=True, eq=False)
class MetricHand:
    """A hand in space, in metres from the camera's centre: to the right, down, and away from it."""

    #: 21 × 3.
    landmarks: np.ndarray
    #: The middle of the palm.
    position: np.ndarray
    #: How far off the distance is to be expected: one standard deviation, with that of the palm's width unless it was given.
    distance_uncertainty: float
    #: The direction that the inside of the hand faces, of length 1.
    palm_normal: np.ndarray
    #: The direction from the knuckle of the index finger, landmark 5, to its tip, of length 1.
    pointing_direction: np.ndarray
    #: From the tip of the thumb to that of the index finger.
    pinch_aperture: float

    @property
    def distance(self) -> float:
        """From the camera to the middle of the palm."""
        return float(np.linalg.norm(self.position))

    @property
    def palm_axes(self) -> np.ndarray:
        """How the palm lies, as rows of length 1: across it from the little finger's side to that of the index finger, along it from the wrist to the
        middle finger, and where its inside faces."""
        ways = self.landmarks[[5, 9]] - self.landmarks[[17, 0]]
        return np.vstack([ways / np.linalg.norm(ways, axis=1, keepdims=True), self.palm_normal])


@dataclass(frozen=True, eq=False)
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
    #: Where the hand is in space, where the camera is known; None also where its landmarks make no palm that a camera could see.
    metric: MetricHand | None = None


class Result:
    """The hands of a picture. Arrays have a row for each hand; the result itself is a sequence of hands."""

    __slots__ = ("_bytes", "_cache", "_gestures", "_header", "_metric_bytes", "milliseconds")

    def __init__(self, address: int, milliseconds: int | None, has_gestures: bool) -> None:
        """Copies what the library has found."""
        self._header = RESULT.unpack(_ResultBytes.from_address(address))
        (count, hands), metric = self._header[:2], self._header[-1]
        self._bytes = (ctypes.c_char * (count * _HAND.itemsize)).from_address(hands).raw if count else b""
        self._metric_bytes = (ctypes.c_char * (count * _METRIC.itemsize)).from_address(metric).raw if metric else None
        self._gestures = _names(hands, count) if has_gestures else [None] * count
        self._cache: np.ndarray | None = None
        #: The time of the frame in a video.
        self.milliseconds = milliseconds

    @property
    def _hands(self) -> np.ndarray:
        if self._cache is None: self._cache = np.frombuffer(self._bytes, _HAND)
        return self._cache

    @property
    def _metric(self) -> np.ndarray:
        if self._metric_bytes is not None: return np.frombuffer(self._metric_bytes, _METRIC)
        unknown = np.zeros(len(self), _METRIC)
        for name in _METRIC.names[1:]: unknown[name] = np.nan
        return unknown

    @property
    def timings(self) -> Timings:
        """How long each stage took."""
        return Timings(*self._header[2:-1])

    def __len__(self) -> int:
        return len(self._gestures)

    @overload
    def __getitem__(self, index: int) -> Hand: ...

    @overload
    def __getitem__(self, index: slice) -> list[Hand]: ...

    def __getitem__(self, index: int | slice) -> Hand | list[Hand]:
        if isinstance(index, slice): return [self[place] for place in range(*index.indices(len(self)))]
        row = self._hands[index]
        metric = None
        if self._metric_bytes is not None:
            place = self._metric[index]
            if place["is_known"]:
                metric = MetricHand(
                    place["landmarks"], place["position"], float(place["distance_uncertainty"]), place["palm_normal"], place["pointing_direction"],
                    float(place["pinch_aperture"]))
        return Hand(
            row["landmarks"], row["world_landmarks"], _SIDES[row["handedness"]], float(row["handedness_score"]), float(row["presence"]),
            int(row["id"]) if row["id"] >= 0 else None, self._gestures[index], float(row["gesture_score"]), row["rectangle"], metric)

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

    # In space: metres from the camera to the right, down, and away from it. NaN where the camera or a hand's place is not known.

    @property
    def camera_landmarks(self) -> np.ndarray:
        """n × 21 × 3, in metres from the camera."""
        return self._metric["landmarks"]

    @property
    def positions(self) -> np.ndarray:
        """n × 3: the middles of the palms, in metres from the camera."""
        return self._metric["position"]

    @property
    def distances(self) -> np.ndarray:
        """From the camera to the middles of the palms, in metres."""
        return np.linalg.norm(self.positions, axis=1)

    @property
    def distance_uncertainties(self) -> np.ndarray:
        """How far off the distances are to be expected, one standard deviation in metres."""
        return self._metric["distance_uncertainty"]

    @property
    def palm_normals(self) -> np.ndarray:
        """n × 3: the directions that the insides of the hands face."""
        return self._metric["palm_normal"]

    @property
    def pointing_directions(self) -> np.ndarray:
        """n × 3: the directions from the knuckles of the index fingers to their tips."""
        return self._metric["pointing_direction"]

    @property
    def pinch_apertures(self) -> np.ndarray:
        """From the tips of the thumbs to those of the index fingers, in metres."""
        return self._metric["pinch_aperture"]


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

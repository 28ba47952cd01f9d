"""What is found."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass, fields
from functools import lru_cache
from struct import Struct
from typing import Any, Iterator, overload

import numpy as np

from ._library import struct

# Pairs of landmarks with a line between them, the palm first and then the fingers from the thumb on.
HAND_CONNECTIONS: tuple[tuple[int, int], ...] = (
    (0, 1), (0, 5), (9, 13), (13, 17), (5, 9), (0, 17),
    *((base + step, base + step + 1) for base in (1, 5, 9, 13, 17) for step in range(3)),
)

_SIDES = ("Right", "Left")


@lru_cache(maxsize=None)
def _result_fields() -> tuple[Struct, type, dict[str, int]]:
    """How a result's numbers and pointers are read at once, from memory of what type, and the place of each: fields of ctypes' own would take
    microseconds more, as the processor has forgotten Python since the last frame."""

    def flat(kind: Any, prefix: str = "") -> Iterator[tuple[str, str]]:
        for name, of in kind._fields_:
            if issubclass(of, ctypes.Structure): yield from flat(of, f"{prefix}{name}.")
            else: yield prefix + name, of._type_

    kind = struct("result")
    names, codes = zip(*flat(kind))
    return Struct("@" + "".join(codes)), ctypes.c_char * ctypes.sizeof(kind), {name: place for place, name in enumerate(names)}


@lru_cache(maxsize=None)
def _dtype(name: str) -> np.dtype:
    """The numbers of a struct as NumPy sees them."""
    structure = struct(name)
    formats = {field: _format(kind) for field, kind in structure._fields_}
    names = [field for field, format in formats.items() if format is not None]
    return np.dtype({
        "names": names, "formats": [formats[field] for field in names], "offsets": [getattr(structure, field).offset for field in names],
        "itemsize": ctypes.sizeof(structure),
    })


def _format(kind: Any) -> tuple[np.dtype, tuple[int, ...]] | None:
    """That of a field: arrays of numbers have a shape, as have structs of equal numbers; nothing for texts, pointers and other structs."""
    if issubclass(kind, (ctypes.Array, ctypes.Structure)):
        parts = [_format(part) for _, part in kind._fields_] if issubclass(kind, ctypes.Structure) else [_format(kind._type_)] * kind._length_
        return (parts[0][0], (len(parts), *parts[0][1])) if parts[0] is not None and parts.count(parts[0]) == len(parts) else None
    return None if kind in (ctypes.c_char_p, ctypes.c_void_p) else (np.dtype(kind), ())


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


_FINGERS = ("thumb", "index", "middle", "ring", "little")
_FINGER_STATES = ("curled", "between", "extended")
#: The joints that can be bent, by what files call the landmarks.
BENT_JOINTS: tuple[str, ...] = tuple(
    f"{finger}_{joint}" for finger, joints in zip(
        ("thumb", "index_finger", "middle_finger", "ring_finger", "pinky"), (("cmc", "mcp", "ip"), *[("mcp", "pip", "dip")] * 4))
    for joint in joints)


@dataclass(frozen=True, eq=False)
class Joints:
    """What the points of a hand mean. Rows are fingers from the thumb on, joints in the order of `BENT_JOINTS`, or OpenXR's 26 joints."""

    #: The hand's presence; 0 if its points make no hand, and the rest then says nothing.
    confidence: float
    #: "extended", "between" or "curled" for each finger, how sure that is, and how far it is folded, from 0 to 1.
    finger_states: list[str]
    finger_confidences: np.ndarray
    finger_curls: np.ndarray
    #: 15 × 3: flexion, abduction and twist in radians.
    angles: np.ndarray
    #: How far each of the 21 landmarks can be seen, from 0 to 1.
    visibility: np.ndarray
    #: Of the thumb and each finger from the index finger on: 1 if they touch, and the metres between their tips.
    pinch_strengths: np.ndarray
    pinch_distances: np.ndarray
    #: From 0 for an open hand to 1 for a fist.
    grab_strength: float
    #: Where the index finger points, from its knuckle. From here on axes are OpenXR's: metres to the right, upwards, and towards the camera.
    pointing_origin: np.ndarray
    pointing_direction: np.ndarray
    #: 26 × 3.
    positions: np.ndarray
    #: 26 × 4: quaternions x, y, z, w, in space and against the joint before.
    orientations: np.ndarray
    local_orientations: np.ndarray
    #: 26 distances from the joints to the skin, in metres.
    radii: np.ndarray

    @property
    def extended_fingers(self) -> list[str]:
        """The fingers that are up."""
        return [finger for finger, state in zip(_FINGERS, self.finger_states) if state == "extended"]

    def row(self) -> dict[str, float | str]:
        """Numbers and states by name, a row of a table: `pandas.DataFrame(hand.joints.row() for hand in hands)`."""
        values: dict[str, float | str] = {"joints_confidence": self.confidence, "grab_strength": self.grab_strength}
        for place, finger in enumerate(_FINGERS):
            values[f"{finger}_state"] = self.finger_states[place]
            values[f"{finger}_curl"] = float(self.finger_curls[place])
            if place: values[f"{finger}_pinch_strength"] = float(self.pinch_strengths[place - 1])
        for place, joint in enumerate(BENT_JOINTS):
            for axis, name in enumerate(("flexion", "abduction", "twist")): values[f"{joint}_{name}"] = float(self.angles[place, axis])
        return values


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
    #: What the hand of a video does; nothing where that was not asked for, or while it does nothing that is known.
    action: str | None = None
    action_score: float = 0.0
    #: What the points mean, if asked for.
    joints: Joints | None = None


@dataclass(frozen=True)
class ActionEvent:
    """A hand of a video has begun an action."""

    #: The `id` of the hand.
    hand_id: int
    name: str


_HAND_FIELDS = tuple(field.name for field in fields(Hand))
_METRIC_FIELDS = tuple(field.name for field in fields(MetricHand))
_JOINT_FIELDS = tuple(field.name for field in fields(Joints))


def _values(row: np.void, names: tuple[str, ...], others: dict[str, Any]) -> list[Any]:
    """What is called so: as the library gives it, unless it is among others."""
    return [others[name] if name in others else value if isinstance(value := row[name], np.ndarray) else value.item() for name in names]


def _of_hands(field: str, words: str) -> property:
    return property(lambda result: result._hands[field], doc=words)


def _of_joints(field: str, words: str) -> property:
    return property(lambda result: result._joints[field], doc=words)


def _of_metric_hands(field: str, words: str) -> property:
    return property(lambda result: result._metric[field], doc=words)


class Result:
    """The hands of a picture. Arrays have a row for each hand; the result itself is a sequence of hands."""

    __slots__ = ("_actions", "_bytes", "_cache", "_fields", "_gestures", "_joint_bytes", "_metric_bytes", "actions", "milliseconds")

    def __init__(self, address: int, milliseconds: int | None, has_gestures: bool) -> None:
        """Copies what the library has found."""
        layout, memory, places = _result_fields()
        self._fields = found = layout.unpack(memory.from_address(address))
        count, hands, metric_hands = found[places["hand_count"]], found[places["hands"]], found[places["metric_hands"]]
        self._bytes = _copy(hands, count, "hand")
        self._metric_bytes = _copy(metric_hands, count, "metric_hand") if metric_hands else None
        joints = found[places["joints"]]
        self._joint_bytes = _copy(joints, count, "joints") if joints else None
        self._gestures = [_name(hand.gesture) for hand in _list(hands, count, "hand")] if has_gestures else [None] * count
        self._actions = [(_name(action.name), action.score) for action in _list(found[places["actions"]], count, "action")]
        self._cache: np.ndarray | None = None
        begun = _list(found[places["action_events"]], found[places["action_event_count"]], "action_event")
        #: The actions that began in this frame, if asked for.
        self.actions = [ActionEvent(event.hand_id, event.name.decode()) for event in begun]
        #: The time of the frame in a video.
        self.milliseconds = milliseconds

    @property
    def _hands(self) -> np.ndarray:
        if self._cache is None: self._cache = np.frombuffer(self._bytes, _dtype("hand"))
        return self._cache

    @property
    def _metric(self) -> np.ndarray:
        kind = _dtype("metric_hand")
        if self._metric_bytes is not None: return np.frombuffer(self._metric_bytes, kind)
        unknown = np.zeros(len(self), kind)
        for name in kind.names:
            if kind[name].base.kind == "f": unknown[name] = np.nan
        return unknown

    @property
    def _joints(self) -> np.ndarray:
        if self._joint_bytes is None: raise AttributeError("joints were not asked for; make the tracker with joints=True")
        return np.frombuffer(self._joint_bytes, _dtype("joints"))

    @property
    def timings(self) -> Timings:
        """How long each stage took."""
        places = _result_fields()[-1]
        return Timings(**{field.name: self._fields[places[f"timings.{field.name}"]] for field in fields(Timings)})

    def __len__(self) -> int:
        return len(self._gestures)

    @overload
    def __getitem__(self, index: int) -> Hand: ...

    @overload
    def __getitem__(self, index: slice) -> list[Hand]: ...

    def __getitem__(self, index: int | slice) -> Hand | list[Hand]:
        if isinstance(index, slice): return [self[place] for place in range(*index.indices(len(self)))]
        row, metric = self._hands[index], None
        if self._metric_bytes is not None:
            place = self._metric[index]
            if place["is_known"]: metric = MetricHand(*_values(place, _METRIC_FIELDS, {}))
        joints = None
        if self._joint_bytes is not None:
            place = self._joints[index]
            joints = Joints(*_values(place, _JOINT_FIELDS, {"finger_states": [_FINGER_STATES[state] for state in place["finger_states"]]}))
        identifier = row["id"].item()
        action, action_score = self._actions[index] if self._actions else (None, 0.0)
        return Hand(*_values(row, _HAND_FIELDS, {
            "handedness": _SIDES[row["handedness"]], "id": identifier if identifier >= 0 else None, "gesture": self._gestures[index], "metric": metric,
            "action": action, "action_score": action_score, "joints": joints,
        }))

    def __iter__(self) -> Iterator[Hand]:
        return (self[index] for index in range(len(self)))

    def __repr__(self) -> str:
        return f"<Result: {', '.join(self.handedness) or 'no hands'}>"

    @property
    def handedness(self) -> list[str]:
        """Which hands they are, "Right" or "Left"."""
        return [_SIDES[side] for side in self._hands["handedness"]]

    @property
    def gestures(self) -> list[str | None]:
        """What each hand shows."""
        return self._gestures

    landmarks = _of_hands("landmarks", "n × 21 × 3: fractions of the picture's width and height, and depths.")
    world_landmarks = _of_hands("world_landmarks", "n × 21 × 3, in metres.")
    handedness_scores = _of_hands("handedness_score", "How sure it is which hands they are.")
    presence = _of_hands("presence", "How sure it is that there is a hand.")
    ids = _of_hands("id", "The same number for the same hand in all frames; −1 where that was not asked for.")
    gesture_scores = _of_hands("gesture_score", "How sure the gestures are.")
    rectangles = _of_hands("rectangle", "n × 5: middle, size and turn of what the landmarks were found in.")

    # In space: metres from the camera to the right, down, and away from it. NaN where the camera or a hand's place is not known.
    camera_landmarks = _of_metric_hands("landmarks", "n × 21 × 3, in metres from the camera.")
    positions = _of_metric_hands("position", "n × 3: the middles of the palms, in metres from the camera.")
    distance_uncertainties = _of_metric_hands(
        "distance_uncertainty", "How far off the distances are to be expected, one standard deviation in metres.")
    palm_normals = _of_metric_hands("palm_normal", "n × 3: the directions that the insides of the hands face.")
    pointing_directions = _of_metric_hands(
        "pointing_direction", "n × 3: the directions from the knuckles of the index fingers to their tips.")
    pinch_apertures = _of_metric_hands("pinch_aperture", "From the tips of the thumbs to those of the index fingers, in metres.")

    joint_angles = _of_joints("angles", "n × 15 × 3: flexion, abduction and twist in radians, in the order of `BENT_JOINTS`.")
    finger_curls = _of_joints("finger_curls", "n × 5: from 0 for a straight finger to 1 for a folded one.")
    visibility = _of_joints("visibility", "n × 21: how far each landmark can be seen, from 0 to 1.")

    @property
    def distances(self) -> np.ndarray:
        """From the camera to the middles of the palms, in metres."""
        return np.linalg.norm(self.positions, axis=1)


def _copy(address: int | None, count: int, name: str) -> bytes:
    """So many structs one after the other."""
    return ctypes.string_at(address, count * _dtype(name).itemsize) if address else b""


def _list(address: int | None, count: int, name: str) -> Any:
    """The same where they are."""
    return (struct(name) * count).from_address(address) if address else ()


def _name(text: bytes | None) -> str | None:
    return text.decode() if text is not None else None


class Palms:
    """The palms of a picture by falling score. Arrays have a row for each."""

    __slots__ = ("_palms",)

    def __init__(self, address: int) -> None:
        """Copies what the library has found."""
        found = struct("palms").from_address(address)
        self._palms = np.frombuffer(_copy(found.palms, found.palm_count, "palm"), _dtype("palm"))

    def __len__(self) -> int:
        return len(self._palms)

    @property
    def scores(self) -> np.ndarray:
        """How sure the detector is."""
        return self._palms["score"]

    @property
    def boxes(self) -> np.ndarray:
        """n × 4: left, top, width and height as fractions of the picture."""
        return np.stack([self._palms[side] for side in ("x", "y", "width", "height")], axis=1)

    @property
    def keypoints(self) -> np.ndarray:
        """n × 7 × 2: wrist, knuckles of the four fingers from the index finger on, both joints of the thumb nearest to the wrist."""
        return self._palms["keypoints"].reshape(-1, 7, 2)

    @property
    def hands(self) -> np.ndarray:
        """n × 5: middle, size and turn of the rectangle of the hand."""
        return self._palms["hand"]

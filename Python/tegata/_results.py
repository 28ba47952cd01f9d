"""The results of tracking and detection."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import cache
from struct import Struct
from typing import Any, overload

import numpy as np

from ._library import library, struct

# Pairs of landmarks that are connected by a line, the palm first and then the fingers, starting with the thumb.
HAND_CONNECTIONS: tuple[tuple[int, int], ...] = library().bones

_SIDES = ("Right", "Left")


@cache
def _result_fields() -> tuple[Struct, type, dict[str, int]]:
    """Returns the format that reads all numbers and pointers of a result at once, the type of its memory, and the index
    of each field. ctypes fields would take microseconds more, because Python's code has left the processor's caches
    since the last frame."""

    def flat(kind: Any, prefix: str = "") -> Iterator[tuple[str, str]]:
        for name, of in kind._fields_:
            if issubclass(of, ctypes.Structure):
                yield from flat(of, f"{prefix}{name}.")
            # Texts are read by their addresses.
            else:
                yield prefix + name, "P" if of is ctypes.c_char_p else of._type_

    kind = struct("result")
    names, codes = zip(*flat(kind))
    return (
        Struct("@" + "".join(codes)),
        ctypes.c_char * ctypes.sizeof(kind),
        {name: place for place, name in enumerate(names)},
    )


@cache
def _dtype(name: str) -> np.dtype:
    """Returns the NumPy type of the numbers in a struct."""
    structure = struct(name)
    formats = {field: _format(kind) for field, kind, *_ in structure._fields_}
    names = [field for field, format in formats.items() if format is not None]
    return np.dtype(
        {
            "names": names,
            "formats": [formats[field] for field in names],
            "offsets": [getattr(structure, field).offset for field in names],
            "itemsize": ctypes.sizeof(structure),
        }
    )


def _format(kind: Any) -> tuple[np.dtype, tuple[int, ...]] | None:
    """Returns the type and shape of a field, which arrays and structs of equal numbers have; None for strings, pointers
    and other structs."""
    if issubclass(kind, ctypes.Structure):
        parts = [_format(part) for _, part, *_ in kind._fields_]
    elif hasattr(kind, "_length_"):
        parts = [_format(kind._type_)] * kind._length_
    else:
        return None if kind in (ctypes.c_char_p, ctypes.c_void_p) else (np.dtype(kind), ())
    first = parts[0]
    return (first[0], (len(parts), *first[1])) if first is not None and parts.count(first) == len(parts) else None


@dataclass(frozen=True)
class Timings:
    """The time of each stage over all hands, in nanoseconds."""

    palm_image: int
    palm_network: int
    palm_decoding: int
    hand_images: int
    hand_network: int
    hand_decoding: int
    gestures: int
    total: int


# Hands are compared by identity, because NumPy arrays have no single truth value when compared.
@dataclass(frozen=True, eq=False)
class MetricHand:
    """A hand in space. Coordinates are in metres from the camera's centre: to the right, down, and away from it."""

    #: The landmarks, 21 × 3.
    landmarks: np.ndarray
    #: The centre of the palm.
    position: np.ndarray
    #: One standard deviation of the distance, in metres. Without `palm_width`, it includes the spread of palm widths.
    distance_uncertainty: float
    #: The unit vector out of the inside of the palm.
    palm_normal: np.ndarray
    #: The unit vector from the knuckle of the index finger, landmark 5, to its tip.
    pointing_direction: np.ndarray
    #: The distance from the tip of the thumb to the tip of the index finger, in metres.
    pinch_aperture: float

    @property
    def distance(self) -> float:
        """The distance from the camera to the centre of the palm, in metres."""
        return float(np.linalg.norm(self.position))

    @property
    def palm_axes(self) -> np.ndarray:
        """The axes of the palm as rows of length 1: across it from the little finger's side to the index finger's side,
        along it from the wrist to the middle finger, and out of its inside."""
        ways = self.landmarks[[5, 9]] - self.landmarks[[17, 0]]
        return np.vstack([ways / np.linalg.norm(ways, axis=1, keepdims=True), self.palm_normal])


_FINGERS = ("thumb", "index", "middle", "ring", "little")
FINGER_STATES = ("curled", "between", "extended")
#: The names of the joints that can be bent, which are the landmark names in files.
BENT_JOINTS: tuple[str, ...] = tuple(
    f"{finger}_{joint}"
    for finger, joints in zip(
        ("thumb", "index_finger", "middle_finger", "ring_finger", "pinky"),
        (("cmc", "mcp", "ip"), *[("mcp", "pip", "dip")] * 4),
    )
    for joint in joints
)


@dataclass(frozen=True, eq=False)
class Joints:
    """The joints of a hand, from its landmarks. Rows are fingers from the thumb on, joints in the order of
    `BENT_JOINTS`, or OpenXR's 26 joints."""

    #: The presence of the hand. It is 0 if the landmarks do not form a hand; the other values then have no meaning.
    confidence: float
    #: "extended", "between" or "curled" for each finger.
    finger_states: list[str]
    #: The confidence of each state.
    finger_confidences: np.ndarray
    #: The curl of each finger, from 0 for straight to 1 for folded.
    finger_curls: np.ndarray
    #: Flexion, abduction and twist in radians, 15 × 3.
    angles: np.ndarray
    #: The visibility of each of the 21 landmarks, from 0 to 1.
    visibility: np.ndarray
    #: The strength of the pinch of the thumb and each finger from the index finger on: 1 if they touch.
    pinch_strengths: np.ndarray
    #: The distances between these tips, in metres.
    pinch_distances: np.ndarray
    #: The strength of the grab, from 0 for an open hand to 1 for a fist.
    grab_strength: float
    #: The start of the index finger's ray, at its knuckle. This and all fields below have OpenXR's axes: to the right,
    #: upwards, and towards the camera, in metres.
    pointing_origin: np.ndarray
    #: The direction of this ray.
    pointing_direction: np.ndarray
    #: The positions of OpenXR's joints in metres, 26 × 3.
    positions: np.ndarray
    #: The orientations in space, as quaternions x, y, z, w, 26 × 4.
    orientations: np.ndarray
    #: The orientations relative to the parent joints, in the same form.
    local_orientations: np.ndarray
    #: The distances from the 26 joints to the skin, in metres.
    radii: np.ndarray

    @property
    def extended_fingers(self) -> list[str]:
        """The names of the extended fingers, such as "index"."""
        return [finger for finger, state in zip(_FINGERS, self.finger_states) if state == "extended"]

    def row(self) -> dict[str, float | str]:
        """Returns the most useful values by name, as a row of a table: `pandas.DataFrame(hand.joints.row() for hand in
        hands)`."""
        values: dict[str, float | str] = {"joints_confidence": self.confidence, "grab_strength": self.grab_strength}
        for place, finger in enumerate(_FINGERS):
            values[f"{finger}_state"] = self.finger_states[place]
            values[f"{finger}_curl"] = float(self.finger_curls[place])
            if place:
                values[f"{finger}_pinch_strength"] = float(self.pinch_strengths[place - 1])
        for place, joint in enumerate(BENT_JOINTS):
            for axis, name in enumerate(("flexion", "abduction", "twist")):
                values[f"{joint}_{name}"] = float(self.angles[place, axis])
        return values


@dataclass(frozen=True, eq=False)
class Hand:
    """One hand of an image."""

    #: The landmarks, 21 × 3: fractions of the image's width and height; depths from the wrist in the unit of x,
    #: negative towards the camera.
    landmarks: np.ndarray
    #: The landmarks in metres from the centre of the hand, 21 × 3.
    world_landmarks: np.ndarray
    #: "Right" or "Left", from the person's point of view, for an image that is not mirrored.
    handedness: str
    #: The confidence of the handedness.
    handedness_score: float
    #: The confidence that there is a hand.
    presence: float
    #: The ID, which is the same in all frames of a video; None unless requested.
    id: int | None
    #: The gesture of the hand; None if gestures were not requested or none counts.
    gesture: str | None
    #: The confidence of the gesture.
    gesture_score: float
    #: The rectangle in which the landmarks were found: centre x and y, width, height, and rotation in radians.
    rectangle: np.ndarray
    #: The hand in space; None if the camera is not known, or if the landmarks form no palm that a camera could see.
    metric: MetricHand | None = None
    #: The action of the hand in a video; None if actions were not requested, or while no known action takes place.
    action: str | None = None
    #: The confidence of the action.
    action_score: float = 0.0
    #: The joints; None unless requested.
    joints: Joints | None = None
    #: The landmarks of a hand with constant bones, 21 × 3, in metres from the middle of the knuckles: to the right,
    #: down, and away from the camera; None unless requested, or if the landmarks do not form a hand.
    skeleton_landmarks: np.ndarray | None = None


@dataclass(frozen=True)
class ActionEvent:
    """The start of an action by a hand in a video."""

    #: The `id` of the hand.
    hand_id: int
    #: The name of the action.
    name: str


@dataclass(frozen=True)
class Event:
    """An event of a hand in a video."""

    #: The `id` of the hand.
    hand_id: int
    #: "appeared" or "disappeared" for a hand, "began" or "ended" for a gesture, "action" for an action that begins,
    #: "extended" or "curled" for a finger.
    kind: str
    #: The hand ("Left" or "Right"), the gesture, the action or the finger.
    name: str
    #: Milliseconds for which the hand was in sight, the gesture was made, or the finger has been in this state.
    duration_ms: int
    #: The object that `tegata track --events --json` writes; None unless the tracker has a `source_name`.
    json: str | None = None


_HAND_FIELDS = tuple(field.name for field in fields(Hand))
_METRIC_FIELDS = tuple(field.name for field in fields(MetricHand))
_JOINT_FIELDS = tuple(field.name for field in fields(Joints))


def _values(row: np.void, names: tuple[str, ...], others: dict[str, Any]) -> list[Any]:
    """Returns the values of the fields, from `others` or otherwise from the library."""
    return [
        others[name] if name in others else value if isinstance(value := row[name], np.ndarray) else value.item()
        for name in names
    ]


def _of_hands(field: str, words: str) -> property:
    return property(lambda result: result._hands[field], doc=words)


def _of_joints(field: str, words: str) -> property:
    return property(lambda result: result._joints[field], doc=words)


def _of_metric_hands(field: str, words: str) -> property:
    return property(lambda result: result._metric[field], doc=words)


class Result:
    """The hands of an image, a sequence of `Hand`. Arrays have a row for each of the n hands. Arrays in metres are NaN
    if the camera is not known or the landmarks form no palm."""

    __slots__ = (
        "_actions",
        "_bytes",
        "_cache",
        "_fields",
        "_gestures",
        "_joint_bytes",
        "_metric_bytes",
        "_skeleton_bytes",
        "actions",
        "events",
        "json",
        "milliseconds",
    )

    def __init__(self, address: int, milliseconds: int | None, has_gestures: bool) -> None:
        """Copies the results of the library."""
        layout, memory, places = _result_fields()
        self._fields = found = layout.unpack_from(memory.from_address(address))
        count, hands, metric_hands = found[places["hand_count"]], found[places["hands"]], found[places["metric_hands"]]
        self._bytes = _copy(hands, count, "hand")
        self._metric_bytes = _copy(metric_hands, count, "metric_hand") if metric_hands else None
        joints = found[places["joints"]]
        self._joint_bytes = _copy(joints, count, "joints") if joints else None
        skeletons = found[places["skeletons"]]
        self._skeleton_bytes = _copy(skeletons, count, "skeleton") if skeletons else None
        self._gestures = (
            [_name(hand.gesture) for hand in _list(hands, count, "hand")] if has_gestures else [None] * count
        )
        self._actions = [
            (_name(action.name), action.score) for action in _list(found[places["actions"]], count, "action")
        ]
        self._cache: np.ndarray | None = None
        begun = _list(found[places["action_events"]], found[places["action_event_count"]], "action_event")
        #: The actions that began in this frame; empty unless requested.
        self.actions = [ActionEvent(event.hand_id, event.name.decode()) for event in begun]
        happened = _list(found[places["events"]], found[places["event_count"]], "event")
        #: The events of this frame, each an `Event` with `hand_id`, `kind`, `name`, `duration_ms` and `json`; empty
        #: unless requested.
        self.events = [
            Event(event.hand_id, event.kind.decode(), event.name.decode(), event.duration_ms, _name(event.json))
            for event in happened
        ]
        #: The object that `tegata track --json` writes; None unless the tracker has a `source_name`.
        self.json = _name(ctypes.c_char_p(found[places["json"]]).value)
        #: The time of the frame in a video, in milliseconds; None for a single image.
        self.milliseconds = milliseconds

    @property
    def _hands(self) -> np.ndarray:
        if self._cache is None:
            self._cache = np.frombuffer(self._bytes, _dtype("hand"))
        return self._cache

    @property
    def _metric(self) -> np.ndarray:
        kind = _dtype("metric_hand")
        if self._metric_bytes is not None:
            return np.frombuffer(self._metric_bytes, kind)
        unknown = np.zeros(len(self), kind)
        for name in kind.names:
            if kind[name].base.kind == "f":
                unknown[name] = np.nan
        return unknown

    @property
    def _joints(self) -> np.ndarray:
        # The library has no joints without hands.
        if self._joint_bytes is None and len(self):
            raise AttributeError("joints were not requested; create the tracker with joints=True")
        return np.frombuffer(self._joint_bytes or b"", _dtype("joints"))

    @property
    def timings(self) -> Timings:
        """The time of each stage."""
        places = _result_fields()[-1]
        return Timings(**{field.name: self._fields[places[f"timings.{field.name}"]] for field in fields(Timings)})

    def __len__(self) -> int:
        return len(self._gestures)

    @overload
    def __getitem__(self, index: int) -> Hand: ...

    @overload
    def __getitem__(self, index: slice) -> list[Hand]: ...

    def __getitem__(self, index: int | slice) -> Hand | list[Hand]:
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(len(self)))]
        row, metric = self._hands[index], None
        if self._metric_bytes is not None:
            place = self._metric[index]
            if place["is_known"]:
                metric = MetricHand(*_values(place, _METRIC_FIELDS, {}))
        joints = None
        if self._joint_bytes is not None:
            place = self._joints[index]
            joints = Joints(
                *_values(
                    place, _JOINT_FIELDS, {"finger_states": [FINGER_STATES[state] for state in place["finger_states"]]}
                )
            )
        skeleton_landmarks = None
        if self._skeleton_bytes is not None:
            place = np.frombuffer(self._skeleton_bytes, _dtype("skeleton"))[index]
            if place["is_known"]:
                skeleton_landmarks = place["landmarks"]
        identifier = row["id"].item()
        action, action_score = self._actions[index] if self._actions else (None, 0.0)
        return Hand(
            *_values(
                row,
                _HAND_FIELDS,
                {
                    "handedness": _SIDES[row["handedness"]],
                    "id": identifier if identifier >= 0 else None,
                    "gesture": self._gestures[index],
                    "metric": metric,
                    "action": action,
                    "action_score": action_score,
                    "joints": joints,
                    "skeleton_landmarks": skeleton_landmarks,
                },
            )
        )

    def __iter__(self) -> Iterator[Hand]:
        return (self[index] for index in range(len(self)))

    def __repr__(self) -> str:
        return f"<Result: {', '.join(self.handedness) or 'no hands'}>"

    @property
    def handedness(self) -> list[str]:
        """The handedness of each hand, "Right" or "Left"."""
        return [_SIDES[side] for side in self._hands["handedness"]]

    @property
    def gestures(self) -> list[str | None]:
        """The gesture of each hand; None if there is none."""
        return self._gestures

    landmarks = _of_hands("landmarks", "`landmarks` of the hands, n × 21 × 3.")
    world_landmarks = _of_hands("world_landmarks", "`world_landmarks` of the hands, n × 21 × 3.")
    handedness_scores = _of_hands("handedness_score", "The confidence of the handedness.")
    presence = _of_hands("presence", "The confidence that there is a hand.")
    ids = _of_hands("id", "The ID of each hand; −1 unless requested.")
    gesture_scores = _of_hands("gesture_score", "The confidence of the gestures.")
    rectangles = _of_hands("rectangle", "The rectangles in which the landmarks were found, n × 5.")

    # In space: metres from the camera to the right, down, and away from it. NaN if the camera or the position of a hand
    # is not known.
    camera_landmarks = _of_metric_hands("landmarks", "The landmarks in metres from the camera, n × 21 × 3.")
    positions = _of_metric_hands("position", "The centres of the palms in metres from the camera, n × 3.")
    distance_uncertainties = _of_metric_hands(
        "distance_uncertainty", "One standard deviation of the distances, in metres."
    )
    palm_normals = _of_metric_hands("palm_normal", "The unit vectors out of the insides of the palms, n × 3.")
    pointing_directions = _of_metric_hands("pointing_direction", "The unit vectors along the index fingers, n × 3.")
    pinch_apertures = _of_metric_hands(
        "pinch_aperture", "The distances between the tips of thumbs and index fingers, in metres."
    )

    joint_angles = _of_joints(
        "angles", "Flexion, abduction and twist in radians, in the order of `BENT_JOINTS`, n × 15 × 3."
    )
    finger_curls = _of_joints("finger_curls", "The curl of each finger, from 0 for straight to 1 for folded, n × 5.")
    visibility = _of_joints("visibility", "The visibility of each landmark, from 0 to 1, n × 21.")

    @property
    def distances(self) -> np.ndarray:
        """The distances from the camera to the centres of the palms, in metres."""
        return np.linalg.norm(self.positions, axis=1)


def _copy(address: int | None, count: int, name: str) -> bytes:
    """Returns a copy of `count` consecutive structs."""
    return ctypes.string_at(address, count * _dtype(name).itemsize) if address else b""


def _list(address: int | None, count: int, name: str) -> Any:
    """Returns `count` consecutive structs without a copy."""
    return (struct(name) * count).from_address(address) if address else ()


def _name(text: bytes | None) -> str | None:
    return text.decode() if text is not None else None


class Palms:
    """The palms of an image, highest score first. Arrays have a row for each palm."""

    __slots__ = ("_palms",)

    def __init__(self, address: int) -> None:
        """Copies the results of the library."""
        found = struct("palms").from_address(address)
        self._palms = np.frombuffer(_copy(found.palms, found.palm_count, "palm"), _dtype("palm"))

    def __len__(self) -> int:
        return len(self._palms)

    @property
    def scores(self) -> np.ndarray:
        """The scores of the detector."""
        return self._palms["score"]

    @property
    def boxes(self) -> np.ndarray:
        """The boxes of the palms, n × 4: left, top, width and height as fractions of the image."""
        return np.stack([self._palms[side] for side in ("x", "y", "width", "height")], axis=1)

    @property
    def keypoints(self) -> np.ndarray:
        """The keypoints, n × 7 × 2: wrist, knuckles of the four fingers from the index finger on, both thumb joints
        nearest to the wrist."""
        return self._palms["keypoints"].reshape(-1, 7, 2)

    @property
    def hands(self) -> np.ndarray:
        """The rectangles of the hands, n × 5: centre, size and rotation."""
        return self._palms["hand"]

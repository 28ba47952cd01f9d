"""The lines between the landmarks of hands, as pairs."""

from __future__ import annotations

from ...tasks.python.vision.hand_landmarker import HandLandmarksConnections as _Lines


def _pairs(lines: list[_Lines.Connection]) -> tuple[tuple[int, int], ...]:
    return tuple((line.start, line.end) for line in lines)


HAND_PALM_CONNECTIONS = _pairs(_Lines.HAND_PALM_CONNECTIONS)
HAND_THUMB_CONNECTIONS = _pairs(_Lines.HAND_THUMB_CONNECTIONS)
HAND_INDEX_FINGER_CONNECTIONS = _pairs(_Lines.HAND_INDEX_FINGER_CONNECTIONS)
HAND_MIDDLE_FINGER_CONNECTIONS = _pairs(_Lines.HAND_MIDDLE_FINGER_CONNECTIONS)
HAND_RING_FINGER_CONNECTIONS = _pairs(_Lines.HAND_RING_FINGER_CONNECTIONS)
HAND_PINKY_FINGER_CONNECTIONS = _pairs(_Lines.HAND_PINKY_FINGER_CONNECTIONS)
HAND_CONNECTIONS = frozenset(_pairs(_Lines.HAND_CONNECTIONS))

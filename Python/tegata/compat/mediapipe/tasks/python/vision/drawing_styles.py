"""The usual styles of drawing."""

from __future__ import annotations

from collections.abc import Mapping

from ....._drawing import DrawingSpec, hand_connections_style, hand_landmarks_style
from .hand_landmarker import HandLandmark, HandLandmarksConnections


def get_default_hand_landmarks_style() -> Mapping[int, DrawingSpec]:
    """How points are drawn."""
    return hand_landmarks_style(list(HandLandmark))


def get_default_hand_connections_style() -> Mapping[tuple[int, int], DrawingSpec]:
    """How lines are drawn, by their ends."""
    return hand_connections_style([(line.start, line.end) for line in HandLandmarksConnections.HAND_CONNECTIONS])

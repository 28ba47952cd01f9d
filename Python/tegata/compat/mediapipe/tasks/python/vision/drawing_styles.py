"""The default drawing styles."""

from __future__ import annotations

from collections.abc import Mapping

from ....._drawing import DrawingSpec, hand_connections_style, hand_landmarks_style
from .hand_landmarker import HandLandmark, HandLandmarksConnections


def get_default_hand_landmarks_style() -> Mapping[int, DrawingSpec]:
    """Returns the default style of each landmark."""
    return hand_landmarks_style(list(HandLandmark))


def get_default_hand_connections_style() -> Mapping[tuple[int, int], DrawingSpec]:
    """Returns the default style of each line, by its ends."""
    return hand_connections_style([(line.start, line.end) for line in HandLandmarksConnections.HAND_CONNECTIONS])
